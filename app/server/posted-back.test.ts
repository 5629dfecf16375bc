import { randomUUID } from 'node:crypto';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { updateTwoFactorState } from '@back-office/server/identity/two-factor/two-factor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* A record as `select` gave it may be posted back whole (docs/wire.md "Generic calls"), though the server updated it meanwhile. */
let app: TestApp;
let admin: string;
let staff: Staff;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  staff = new Staff(app);
});
afterAll(() => app.drop());

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const select = async (name: string, id: string): Promise<AnyRow> => (await app.call(admin, 'GET', `${name}/select/${id}`)).data;
const save = (name: string, record: AnyRow) => app.call(admin, 'POST', `${name}/save`, record);

interface Kept {
  name: string;
  table: string;
  insert: (id: string) => Promise<unknown>;
  /** What the server sets from time to time, and the time that it sets with it. */
  update: string;
  time: string;
  madeUp: Readonly<Record<string, unknown>>;
}
const records: Kept[] = [
  {
    name: 'sys/token',
    table: 'sys_token',
    insert: async (id) =>
      query(
        `INSERT INTO sys_token (id, token_name, token_hash, sys_user_id, token_rights, expire_time, token_status, create_user)
          VALUES ($1, '钥匙', decode(md5(random()::text), 'hex'), $2, ARRAY['sys/dict:read'], now() + interval '30 days', '正常', $2)`,
        [id, await staff.person(null, [])],
      ),
    update: `last_used_time = now() + $1 * interval '1 minute', last_used_ip = '10.0.0.' || $1`,
    time: 'lastUsedTime',
    madeUp: { lastUsedIp: '10.9.9.9' },
  },
  {
    name: 'sys/directory',
    table: 'sys_directory',
    insert: async (id) =>
      query(
        `INSERT INTO sys_directory (id, directory_name, login_method, sys_org_id, directory_status) VALUES ($1, '目录', md5(random()::text), $2, '停用')`,
        [id, await staff.org()],
      ),
    update: `last_time = now() + $1 * interval '1 minute', last_status = CASE $1 % 2 WHEN 0 THEN '成功' ELSE '失败' END, last_message = '第' || $1 || '次', last_people = $1`,
    time: 'lastTime',
    madeUp: { lastMessage: '从未有过', lastPeople: 77 },
  },
];

describe.each(records)(
  'a record of $name that the server has updated since it was read',
  ({ name, table, insert, update, time, madeUp }) => {
    const updated = async (id: string, times: number): Promise<AnyRow> => {
      await query(`UPDATE ${table} SET ${update.replaceAll('$1', String(times))} WHERE id = '${id}'`);
      return select(name, id);
    };
    const made = async (): Promise<AnyRow> => {
      const id = randomUUID();
      await insert(id);
      return select(name, id);
    };

    it.each([0, 1])('is posted back whole, after it had been updated %d times', async (before) => {
      const { id } = await made();
      const read = before === 0 ? await select(name, String(id)) : await updated(String(id), 1);
      const now = await updated(String(id), 2);
      expect(await save(name, read)).toMatchObject({ code: 20000 });
      expect(await select(name, String(id))).toMatchObject({ [time]: now[time], ...pick(now, Object.keys(madeUp)) });
    });

    it('is refused with values that it cannot have held', async () => {
      const { id } = await made();
      const row = await updated(String(id), 3);
      for (const [field, value] of Object.entries(madeUp)) {
        const { code, data } = await app.call<{ fields: { field: string }[] }>(admin, 'POST', `${name}/save`, { ...row, [field]: value });
        expect([code, data.fields.map((one) => one.field)]).toEqual([40000, [field]]);
      }
      expect((await save(name, { ...row, [time]: '2099-01-01 00:00:00', ...madeUp })).code).toBe(40000);
      expect((await save(name, { ...row, [time]: null, createTime: '2020-01-01 00:00:00' })).code).toBe(40000);
    });
  },
);

const pick = (row: AnyRow, names: readonly string[]): Record<string, unknown> => Object.fromEntries(names.map((name) => [name, row[name]]));

it('a person who has enabled or lost their second factor since they were read is a newer version', async () => {
  const id = await staff.person(null, []);
  const before = await select('sys/user', id);
  await query(`INSERT INTO sys_totp (sys_user_id, secret, confirm_time) VALUES ($1, '\\x00', now())`, [id]);
  await updateTwoFactorState(app.database.db, id);
  const enabled = await select('sys/user', id);
  expect([before['twoStep'], enabled['twoStep']]).toEqual(['否', '是']);
  expect(await save('sys/user', before)).toMatchObject({ code: 40900, data: { conflict: 'version', current: { twoStep: '是' } } });
  expect(await save('sys/user', { ...enabled, twoStep: '否' })).toMatchObject({ code: 40000 });
  // Another factor changes nothing of the person.
  await updateTwoFactorState(app.database.db, id);
  expect(await save('sys/user', enabled)).toMatchObject({ code: 20000 });
  await query('DELETE FROM sys_totp WHERE sys_user_id = $1', [id]);
  await updateTwoFactorState(app.database.db, id);
  expect((await save('sys/user', { ...enabled, version: Number(enabled['version']) + 1 })).code).toBe(40900);
});

/** The fields that a save is refused for. */
const refusedFields = async (name: string, record: AnyRow): Promise<(string | number)[]> => {
  const { code, data } = await app.call<{ fields?: { field: string }[] }>(admin, 'POST', `${name}/save`, record);
  return [code, ...(data.fields ?? []).map(({ field }) => field)];
};

it('an earlier sign-in excuses no other field of a person', async () => {
  const { userId, token } = await app.userWith({});
  await query(`UPDATE sys_user SET last_login_time = now() + interval '1 minute' WHERE id = $1`, [userId]);
  const row = await select('sys/user', userId);
  const { data: own } = await app.call(token, 'GET', `sys/user/select-info/${userId}`);
  for (const lastLoginTime of [null, row['createTime']]) {
    const changed = { ...row, lastLoginTime, twoStep: '是', refuseReason: '资料不全' };
    expect(await refusedFields('sys/user', changed)).toEqual([40000, 'twoStep', 'refuseReason']);
    const { code, message } = await app.call(token, 'PUT', 'sys/user/save-info', { ...own, lastLoginTime, userStatus: '停用' });
    expect([code, message]).toEqual([40000, '状态不可修改']);
  }
  expect(await save('sys/user', { ...row, lastLoginTime: null })).toMatchObject({ code: 20000 });
});

it('a message that has failed is posted back unchanged, and not sent again by a post of what its sender wrote', async () => {
  const id = randomUUID();
  await query(
    `INSERT INTO sys_sms (id, sms_phone, sms_content, sms_status, fail_reason, provider_id, send_time)
      VALUES ($1, '13800138000', '验证码', '发送失败', '余额不足', 'p-1', now() + interval '1 minute')`,
    [id],
  );
  const row = await select('sys/sms', id);
  const again = { smsStatus: '待发送', failReason: null, providerId: null };
  for (const sendTime of [null, row['createTime']])
    expect(new Set(await refusedFields('sys/sms', { ...row, ...again, sendTime }))).toEqual(
      new Set([40000, 'smsStatus', 'failReason', 'providerId', 'sendTime']),
    );
  expect(await refusedFields('sys/sms', { ...row, sendTime: null })).toEqual([40000, 'sendTime']);
  expect(await save('sys/sms', row)).toMatchObject({ code: 20000, data: { smsStatus: '发送失败' } });
});
