import { statuses, userStatuses } from '@back-office/contract/status.ts';
import type { DemoPerson, Making } from './making.ts';
import { daysBefore } from './past.ts';

const programs = [
  {
    tokenName: '考勤系统每晚同步',
    tokenRights: ['sys/user:read', 'sys/dept:read', 'sys/org:read'],
    allowedAddresses: ['10.20.0.0/16'],
    days: 1,
  },
  { tokenName: '财务月报', tokenRights: ['sys/org:read', 'sys/dict:read'], allowedAddresses: [], days: 23 },
  {
    tokenName: '门禁机（已停用）',
    tokenRights: ['sys/user:read'],
    allowedAddresses: ['10.20.8.15'],
    days: 140,
    tokenStatus: statuses.disabled,
  },
];

/** Creates the keys of the company's programs; nobody stores the keys themselves. */
export async function makeKeys({ admin, pool }: Making, people: readonly DemoPerson[]): Promise<void> {
  const owners = people.filter(({ status }) => status === userStatuses.enabled);
  for (const [at, { days, ...posted }] of programs.entries()) {
    const expireTime = `${new Date(Date.now() + 90 * (at + 1) * 86_400_000).toISOString().slice(0, 10)} 18:00:00`;
    const { id } = await admin.call<{ id: string }>('POST', 'sys/token/save', { ...posted, sysUserId: owners[at]?.id, expireTime });
    await pool.query(`UPDATE sys_token SET last_used_time = $2, last_used_ip = '10.20.8.15' WHERE id = $1`, [id, daysBefore(days, 2)]);
  }
}
