import type { RoleAuthorization } from '../role-authorization.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* 角色授权 has a single save: a role's fields and its grants are stored together, or neither is. */
let app: TestApp;
let admin: string;
let page: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const { rows } = await app.database.pool.query<{ id: string }>(
    "SELECT id FROM sys_function WHERE function_component = 'sys/user/list' ORDER BY id LIMIT 1",
  );
  page = String(rows[0]?.id);
});
afterAll(() => app.drop());

let made = 0;
const newRole = async () => {
  made += 1;
  return (await app.call(admin, 'POST', 'sys/role/save', { roleName: `角色${made}`, roleCode: `together-${made}`, dataScope: '本人' }))
    .data;
};
const authorize = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call<RoleAuthorization>(token, 'POST', 'sys/role/save-authorization', body, { headers });
const grantsOf = async (id: string) => (await app.call<unknown>(admin, 'GET', `sys/function/select-role-functions?sysRoleId=${id}`)).data;

it('a save stores the fields and the grants of a role, and records both in its history', async () => {
  const { id, version } = await newRole();
  const functions = [{ id: page, functionPermission: 'read' }];
  const saved = await authorize(admin, { role: { id, version, roleName: '改名' }, functions }, { 'idempotency-key': 'both' });
  expect(saved).toMatchObject({ code: 20000, data: { role: { id, version: version + 1, roleName: '改名' }, functions } });
  expect(await grantsOf(id)).toEqual(functions);
  // A retry after a lost answer.
  expect(await authorize(admin, { role: { id, version, roleName: '改名' }, functions }, { 'idempotency-key': 'both' })).toMatchObject({
    code: 20000,
    data: { role: { version: version + 1 } },
  });
  const { data } = await app.call<{ optType: string }[]>(admin, 'GET', `sys/role/select-history/${id}`);
  expect(data.map(({ optType }) => optType).toSorted()).toEqual(['修改', '授权', '新增'].toSorted());
});

it('a save stores neither if the role has changed since, or if the grants are refused', async () => {
  const role = await newRole();
  const functions = [{ id: page, functionPermission: 'read' }];
  await app.call(admin, 'POST', 'sys/role/save', { id: role.id, version: role.version, roleRemark: '别人改的' });
  const stale = await authorize(admin, { role: { id: role.id, version: role.version, roleName: '旧' }, functions });
  expect(stale).toMatchObject({ code: 40900, data: { conflict: 'version', current: { roleRemark: '别人改的' } } });
  expect(await grantsOf(role.id)).toEqual([]);
  const unknown = [{ id: page, functionPermission: 'no-such-word' }];
  const refused = await authorize(admin, { role: { id: role.id, version: role.version + 1, roleName: '新' }, functions: unknown });
  expect(refused).toMatchObject({ code: 40000, data: { fields: [{ field: 'functionPermission' }] } });
  const { token } = await app.userWith({ 'sys/role': ['edit'] });
  const beyond = await authorize(token, { role: { id: role.id, version: role.version + 1, roleName: '新' }, functions });
  expect(beyond.code).toBe(40300);
  expect((await app.call(admin, 'GET', `sys/role/select/${role.id}`)).data).toMatchObject({ roleName: role['roleName'] });
});

it.each([
  [{}, 40010],
  [{ role: {}, functions: [] }, 40000],
  [{ role: { id: 'x' }, functions: [] }, 40000],
  [{ role: [], functions: [] }, 40010],
  [{ role: { id: '01900000-0000-7000-8000-000000000000', version: 1 }, functions: {} }, 40010],
  [{ role: { id: '01900000-0000-7000-8000-000000000000', version: 1 }, functions: [] }, 40400],
  [{ role: { id: '01900000-0000-7000-8000-000000000000' }, functions: [], more: 1 }, 40000],
])('a save with the body %j is answered with code %i', async (body, code) => expect((await authorize(admin, body)).code).toBe(code));
