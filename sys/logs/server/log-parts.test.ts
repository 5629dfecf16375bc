import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Log retention (docs/wire.md "Generic calls", "Specific calls"): 180 days, for every caller and call. */
let app: TestApp;
let admin: string;
let keeper: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  keeper = await app.userWith({ 'sys/log-opt': ['admin', 'write', 'add', 'import'], 'sys/log-login': ['admin', 'write', 'add', 'import'] });
});
afterAll(() => app.drop());

const logs = [
  { name: 'sys/log-opt', table: 'sys_log_opt', time: 'opt_time', title: '操作日志' },
  { name: 'sys/log-login', table: 'sys_log_login', time: 'login_time', title: '登录日志' },
];
type Log = (typeof logs)[number];

/** Inserts a log entry of this age. */
async function line({ table, time }: Log, age: string, database = app.database): Promise<string> {
  const id = randomUUID();
  await database.pool.query(`insert into ${table} (id, user_account, ${time}) values ($1, 'somebody', now() - $2::interval)`, [id, age]);
  return id;
}
const count = async (table: string, ids: readonly string[]) =>
  (await app.database.pool.query<{ id: string }>(`select id from ${table} where id = any($1::uuid[])`, [ids])).rows.length;
const remove = (log: Log, ids: readonly string[], token = admin) =>
  app.call(token, 'DELETE', `${log.name}/${ids.length === 1 ? 'delete' : 'delete-ids'}/${ids.join(',')}`);

describe.each(logs)('$name', (log) => {
  it('lets nobody delete a line before its 180 days are over, alone or among others', async () => {
    const [old, older, young] = [await line(log, '180 days 1 minute'), await line(log, '9 years'), await line(log, '179 days 23 hours')];
    for (const token of [admin, keeper.token]) {
      expect(await remove(log, [young], token)).toMatchObject({
        code: 40900,
        message: '日志须保留 180 天，这条日志还不能删除',
        data: { conflict: 'kept', days: 180, count: 1 },
      });
      expect(await remove(log, [old, young, older], token)).toMatchObject({
        code: 40900,
        message: '日志须保留 180 天，所选 3 条中有 1 条还不能删除',
      });
    }
    expect(await count(log.table, [old, older, young])).toBe(3);
    expect((await remove(log, [old, older])).code).toBe(20000);
    expect(await count(log.table, [old, older, young])).toBe(1);
  });

  it('records each deletion in a line that is kept just as long', async () => {
    const old = await line(log, '1 year');
    expect((await remove(log, [old])).code).toBe(20000);
    const { rows } = await app.database.pool.query<{ id: string; type: string; module: string; account: string }>(
      'select id, opt_type as type, opt_module as module, user_account as account from sys_log_opt where target_id = $1',
      [old],
    );
    expect(rows).toMatchObject([{ type: '删除', module: log.title, account: 'admin' }]);
    expect((await remove(logs[0] as Log, [rows[0]?.id ?? ''])).code).toBe(40900);
  });

  it('answers not found for lines that are gone or not visible, whatever their age', async () => {
    const [old, young] = [await line(log, '1 year'), await line(log, '1 day')];
    const narrow = await app.userWith({ [log.name]: ['read', 'delete'] }, { dataScope: '本人' });
    for (const ids of [[old], [young], [old, young], [randomUUID()]]) expect((await remove(log, ids, narrow.token)).code).toBe(40400);
    const absent = randomUUID();
    for (const one of [old, young]) expect(await remove(log, [one, absent])).toMatchObject({ code: 40400, data: { gone: [absent] } });
  });

  it('returns an empty record, and lets nobody save a line', async () => {
    expect(await app.call(admin, 'GET', `${log.name}/create`)).toMatchObject({ code: 20000, data: {} });
    const before = await app.digest();
    const young = await line(log, '1 day');
    for (const token of [admin, keeper.token]) {
      for (const [method, call, body] of [
        ['POST', 'save', { userAccount: 'x' }],
        ['POST', 'save', { id: young, version: 1 }],
        ['POST', 'save-batch', [{ userAccount: 'x' }]],
        ['PUT', 'save-batch?dryRun=true', []],
      ] as const)
        expect(await app.call(token, method, `${log.name}/${call}`, body)).toMatchObject({
          status: 200,
          code: 40300,
          message: '日志由系统记录，不能新增或修改',
        });
    }
    expect((await app.call(undefined, 'POST', `${log.name}/save`, {})).code).toBe(40003);
    expect(await app.digest()).toBe(before);
  });
});

it('with LOG_KEEP_DAYS=0 every line may be deleted', async () => {
  const free = await openTestApp({ logKeepDays: 0 });
  const token = await free.admin();
  const id = await line(logs[0] as Log, '1 second', free.database);
  expect((await free.call(token, 'DELETE', `sys/log-opt/delete/${id}`)).code).toBe(20000);
  await free.drop();
});

it('the log line of a refusal contains the message that was answered', async () => {
  const { token, userId } = await app.userWith({ 'sys/log-opt': ['read', 'write'] });
  await app.call(token, 'POST', 'sys/log-opt/save', {});
  await app.call(token, 'GET', 'sys/dict/select-page');
  const text = `SELECT opt_message FROM sys_log_opt WHERE opt_type = '拒绝' AND create_user = $1 ORDER BY id`;
  const messages = async () => (await app.database.pool.query<{ opt_message: string }>(text, [userId])).rows.map((row) => row.opt_message);
  await expect.poll(messages).toEqual(['日志由系统记录，不能新增或修改', '没有操作权限']);
});

it('the history of a record contains its own lines only, latest first', async () => {
  const { data: one } = await app.call(admin, 'POST', 'sys/role/save', { roleName: '历', roleCode: 'told' });
  await app.call(admin, 'POST', 'sys/role/save', { id: one.id, version: 1, roleName: '史' });
  await app.database.pool.query(
    `INSERT INTO sys_log_opt (id, opt_type, target_resource, target_id) VALUES (gen_random_uuid(), '别的', 'sys/dict', $1)`,
    [one.id],
  );
  const { data } = await app.call<{ optType: string }[]>(admin, 'GET', `sys/role/select-history/${one.id}`);
  expect(data.map(({ optType }) => optType)).toEqual(['修改', '新增']);
});
