import { randomUUID } from 'node:crypto';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* Lines from before a field was declared secret or masked: as if 用户密码 and 手机号 had been plain texts once. */
let app: TestApp;
let admin: string;
let person: Session;
const line = randomUUID();
const change = (field: string, label: string, before: unknown, after: unknown) => ({ field, label, before, after });
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  person = await app.userWith({});
  const changes = [
    change('userPassword', '密码', null, 'Once-Plain-1'),
    change('userPhone', '手机号', '13812345678', '139****1234'),
    change('userName', '姓名', '甲', '乙'),
    change('goneField', '以前的字段', 'a', 'b'),
  ];
  const params = { id: person.userId, userPassword: 'Once-Plain-1', userPhone: '13812345678', userName: '乙', goneField: 'b' };
  await app.database.pool.query(
    `INSERT INTO sys_log_opt (id, opt_module, opt_type, target_resource, target_id, opt_changes, request_params)
     VALUES ($1, '用户', '修改', 'sys/user', $2, $3, $4)`,
    [line, person.userId, JSON.stringify(changes), JSON.stringify(params)],
  );
});
afterAll(() => app.drop());

const shown = [
  change('userPassword', '密码', null, '******'),
  change('userPhone', '手机号', '138****5678', '139****1234'),
  change('userName', '姓名', '甲', '乙'),
  change('goneField', '以前的字段', 'a', 'b'),
];

describe('a value that was logged before its field became secret', () => {
  it('is hidden in the operation log, in the line and in the list', async () => {
    const { data } = await app.call(admin, 'GET', `sys/log-opt/select/${line}`);
    const params = { id: person.userId, userPassword: '******', userPhone: '138****5678', userName: '乙', goneField: 'b' };
    expect(data).toMatchObject({ optChanges: shown, requestParams: params });
    const page = await app.call<{ items: { id: string }[] }>(admin, 'GET', 'sys/log-opt/select-page?limit=100');
    expect(page.data.items.find(({ id }) => id === line)).toEqual(data);
  });

  it('is hidden in the history of the record', async () => {
    const { data } = await app.call<{ id: string }[]>(admin, 'GET', `sys/user/select-history/${person.userId}`);
    expect(data.find(({ id }) => id === line)).toMatchObject({ optChanges: shown });
  });

  it('is hidden in the recycle bin', async () => {
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${person.userId}`)).code).toBe(20000);
    const before = [change('userPhone', '手机号', '13812345678', null), change('userPassword', '密码', 'Once-Plain-1', null)];
    const { rows } = await app.database.pool.query<{ id: string }>(
      'UPDATE sys_recycle SET recycle_fields = $2 WHERE target_id = $1 RETURNING id',
      [person.userId, JSON.stringify(before)],
    );
    const { data } = await app.call(admin, 'GET', `sys/recycle/select/${rows[0]?.id}`);
    expect(data['recycleFields']).toEqual([
      change('userPhone', '手机号', '138****5678', null),
      change('userPassword', '密码', '******', null),
    ]);
    expect(JSON.stringify(await app.call(admin, 'GET', 'sys/recycle/select-page?limit=100'))).not.toContain('Once-Plain-1');
  });
});
