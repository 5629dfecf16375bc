import { randomUUID } from 'node:crypto';
import type { RightsAnswer } from '@back-office/contract/calls/rights.ts';
import type { PanelData } from '@back-office/sys/home/statistics.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* A role widens what it grants and nothing else (docs/wire.md "Specific calls"). */
let app: TestApp;
let staff: Staff;
let [here, there] = ['', ''];
let stranger: string;
beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  [here, there] = [await staff.org(), await staff.org()];
  stranger = await staff.person(there, []);
});
afterAll(() => app.drop());

/** Creates somebody in `here` with these roles. */
const holder = async (...roles: Parameters<Staff['role']>[0][]): Promise<Session> =>
  staff.signedIn(here, await Promise.all(roles.map((role) => staff.role(role))));

const ids = async ({ token }: Session, call: string): Promise<string[]> => {
  const { code, data } = await app.call<PageAnswer<AnyRow>>(token, 'GET', `${call}${call.includes('?') ? '&' : '?'}limit=1000`);
  expect([call, code]).toEqual([call, 20000]);
  return data.items.map(({ id }) => id);
};

it('a role with a wide data scope on dictionaries opens no user, organisation, figure, export or option', async () => {
  const person = await holder(
    { dataScope: '全部', grants: { 'sys/dict': ['write'] } },
    { dataScope: '本机构', grants: { 'sys/user': ['write', 'export'], 'sys/org': ['read', 'export'] } },
  );
  const { token } = person;
  expect(await ids(person, 'sys/user/select-page')).toEqual([person.userId]);
  expect(await ids(person, 'sys/user/select-options')).toEqual([person.userId]);
  expect(await ids(person, 'sys/org/select-page')).toEqual([here]);
  expect(await ids(person, 'sys/org/select-options')).toEqual([here]);
  const exported = async (name: string) => {
    const { payload } = await app.server.inject({ url: `/api/${name}/export?format=ndjson`, headers: { authorization: token } });
    return payload.match(/^.+$/gm)?.map((line) => (JSON.parse(line) as AnyRow)['id']);
  };
  expect(await exported('sys/user')).toEqual([person.userId]);
  expect(await exported('sys/org')).toEqual([here]);
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => (await app.call(token, method, path, body)).code;
  expect(await call('GET', `sys/user/select/${stranger}`)).toBe(40400);
  expect(await call('POST', 'sys/user/save', { id: stranger, version: 1, userName: '甲' })).toBe(40400);
  expect(await call('POST', 'sys/user/save-batch', [{ id: stranger, version: 1, userName: '甲' }])).toBe(40400);
  expect(await call('DELETE', `sys/user/delete/${stranger}`)).toBe(40400);
  expect(await call('POST', 'sys/user/save', { userAccount: 'moved', userName: '乙', sysOrgId: there })).toBe(40000);
  const { data } = await app.call<PanelData>(token, 'GET', 'statistics/select-panel-data');
  expect(data.panels.find(({ key }) => key === 'users')?.value).toBe(1);
  expect(data.panels.map(({ key }) => key)).not.toContain('operations');
});

it('the data scope on a resource is the union of the scopes of the roles that grant something on it', async () => {
  const person = await holder(
    { dataScope: '本机构', grants: { 'sys/user': ['read'] } },
    { dataScope: '自定义', orgs: [there], grants: { 'sys/user': ['export'], 'sys/dept': ['read'] } },
    { dataScope: '全部', grants: { 'sys/user': [], 'sys/dict': ['read'] } },
    { dataScope: '全部', grants: { 'sys/user': ['read'] }, status: '停用' },
  );
  expect(new Set(await ids(person, 'sys/user/select-page'))).toEqual(
    new Set(
      (await app.database.pool.query<{ id: string }>('SELECT id FROM sys_user WHERE sys_org_id IN ($1, $2)', [here, there])).rows.map(
        ({ id }) => id,
      ),
    ),
  );
});

it('a form offers references within the data scope of its own resource, without a permission on the others', async () => {
  const clerk = await holder({ dataScope: '本机构', grants: { 'sys/user': ['write'] } });
  expect(await ids(clerk, 'sys/org/select-options')).toEqual([here]);
  expect(await ids(clerk, `sys/org/select-options?id=${there}`)).toEqual([]);
  expect(await ids(clerk, `sys/org/select-options?id=${there}&id=${here}`)).toEqual([here]);
  const save = (sysOrgId: string) =>
    app.call(clerk.token, 'POST', 'sys/user/save', { userAccount: `c${randomUUID().slice(0, 8)}`, userName: '丙', sysOrgId });
  expect((await save(here)).code).toBe(20000);
  expect((await save(there)).code).toBe(40000);
});

it('the recycle bin shows a deleted record to users whose data scope covers the place it was deleted from', async () => {
  const admin = await app.admin();
  const { data } = await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'leaver', userName: '离职', sysOrgId: there });
  expect((await app.call(admin, 'DELETE', `sys/user/delete/${data.id}`)).code).toBe(20000);
  const bin = { dataScope: '全部', grants: { 'sys/recycle': ['read', 'restore', 'delete'] } };
  const narrow = await holder(bin, { dataScope: '本机构', grants: { 'sys/user': ['write'] } });
  const wide = await holder(bin, { dataScope: '全部', grants: { 'sys/user': ['write'] } });
  expect(await ids(narrow, 'sys/recycle/select-page')).toEqual([]);
  const [kept = ''] = await ids(wide, 'sys/recycle/select-page');
  expect((await app.call(narrow.token, 'GET', `sys/recycle/select/${kept}`)).code).toBe(40400);
  expect((await app.call(narrow.token, 'POST', `sys/recycle/restore/${kept}`)).code).toBe(40400);
  expect((await app.call(wide.token, 'POST', `sys/recycle/restore/${kept}`)).code).toBe(20000);
});

it('the rights of a user list the data scope on each resource, and the roles it comes from', async () => {
  const person = await holder(
    { dataScope: '全部', grants: { 'sys/dict': ['read'], 'sys/sms': ['read'] } },
    { dataScope: '本机构', grants: { 'sys/user': ['read'], 'sys/sms': ['add'] } },
  );
  const admin = await app.admin();
  const { data } = await app.call<RightsAnswer>(admin, 'GET', `sys/user/select-rights/${person.userId}`);
  const words = Object.fromEntries(
    data.reaches.map(({ resource, reach, through }) => [resource, [reach, ...through.map((one) => one.reach)]]),
  );
  expect(words).toEqual({
    'sys/user': ['本机构的数据', '本机构的数据'],
    'sys/dict': ['全部数据（不分机构）', '全部数据（不分机构）'],
    'sys/sms': ['全部数据', '全部数据', '本机构的数据'],
  });
});
