import { userStatuses } from '@back-office/contract/status.ts';
import { trySignIn } from './demo-client.ts';
import type { DemoPerson, Making } from './making.ts';

const applicants = [
  ['zhouyubai', '周予白', '19900007731'],
  ['hanqingyue', '韩青月', '19900004462'],
  ['aerzuguli', '阿尔祖古丽·热合曼', '19900005519'],
  ['lishiqi', '李时琪', '19900001187'],
] as const;

/** What needs an administrator's attention: accounts awaiting approval, guessed passwords, failed exports, open sessions. */
export async function makeTrouble({ app, pool, random }: Making, people: readonly DemoPerson[]): Promise<void> {
  for (const [userAccount, userName, userPhone] of applicants) {
    const payload = new URLSearchParams({
      userAccount,
      userName,
      userPhone,
      password: `Apply-${random.whole(100_000, 999_999)}-${random.whole(1000, 9999)}`,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await app.inject({ method: 'POST', url: '/api/register', headers, payload: payload.toString(), remoteAddress: '203.0.113.20' });
  }
  await pool.query(
    `UPDATE sys_user SET create_time = now() - interval '9 hours' - (hashtext(user_account) & 127) * interval '1 hour' WHERE user_status = $1`,
    [userStatuses.awaiting],
  );
  const [first, second] = people.filter(({ status }) => status === userStatuses.enabled).slice(30);
  for (const [who, tries, address] of [
    [first, 7, '198.51.100.23'],
    [second, 6, '198.51.100.77'],
    [{ account: 'root' }, 4, '198.51.100.23'],
  ] as const)
    for (let left = tries; left > 0 && who !== undefined; left -= 1) await trySignIn(app, who.account, `guess-${left}-of-many`, address);
  await pool.query(`UPDATE sys_login_failure SET locked_until = now() + interval '55 minutes' WHERE locked_until IS NOT NULL`);
  await failExports(pool);
  await openSessions(
    pool,
    people
      .slice(0, 60)
      .filter(({ status }) => status === userStatuses.enabled)
      .filter((_, at) => at % 4 === 1),
  );
}

async function failExports(pool: Making['pool']): Promise<void> {
  await pool.query(
    `WITH given (resource, title, file_name, state, reason, hours) AS (VALUES
        ('sys/log-opt', '操作日志', '操作日志.xlsx', 'failed', '存储空间不足，导出没有完成', 3),
        ('sys/user', '用户', '用户.xlsx', 'failed', '没有操作权限', 26),
        ('sys/log-login', '登录日志', '登录日志.xlsx', 'cancelled', NULL, 50)
      ), jobs AS (
        INSERT INTO sys_job (id, kind, payload, state, attempts, run_time, fail_reason, create_time, create_user, end_time, progress_done, progress_total)
        SELECT gen_random_uuid(), 'export', jsonb_build_object('title', title), state, 3, now() - make_interval(hours => hours), reason,
          now() - make_interval(hours => hours, mins => 4), (SELECT id FROM sys_user WHERE user_account = 'admin'), now() - make_interval(hours => hours), 1200, 4800
        FROM given RETURNING id, payload ->> 'title' AS title, create_user, create_time)
      INSERT INTO sys_export (id, resource, title, file_name, query, job_id, create_time, create_user)
      SELECT gen_random_uuid(), g.resource, g.title, g.file_name, '{}', j.id, j.create_time, j.create_user FROM given g JOIN jobs j USING (title)`,
  );
}

/** People with open sessions, whose tokens are known to nobody. */
async function openSessions(pool: Making['pool'], people: readonly DemoPerson[]): Promise<void> {
  await pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account, login_ip, login_browser, login_os, login_time, last_seen_time)
      SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), sha256(gen_random_uuid()::text::bytea), u.id, u.user_account,
        '10.8.1.' || (20 + row_number() OVER ()), 'Chrome 141', 'Windows 11', now() - (row_number() OVER ()) * interval '13 minutes', now() - (row_number() OVER ()) * interval '2 minutes'
      FROM sys_user u WHERE u.id = ANY($1::uuid[])`,
    [people.map(({ id }) => id)],
  );
}
