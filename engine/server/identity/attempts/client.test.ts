import { randomUUID } from 'node:crypto';
import { office } from '@back-office/app/office.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Samples } from '@back-office/app/testing/server/samples.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

const { resources } = office;

/* What a client that knows only the specification and the wire format may send, and the answers it then expects. */
let app: TestApp;
let admin: string;
let samples: Samples;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  samples = new Samples(app, admin);
});
afterAll(() => app.drop());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => app.call(admin, method, path, body);
const fieldOf = ({ code, data }: { code: number; data: unknown }) => [
  code,
  (data as { fields?: { field: string }[] } | undefined)?.fields?.[0]?.field,
];

describe('a new record', () => {
  it.each(resources.filter(({ operations }) => operations.includes('save')))(
    'of $name may have an empty id and version',
    async (resource) => {
      for (const empty of [null, ''])
        expect(
          (
            await call('POST', `${resource.name}/save`, {
              ...(await samples.least(resource)),
              id: empty,
              version: empty,
              createTime: empty,
            })
          ).code,
        ).toBe(20000);
    },
  );

  it.each([5, true, {}, [], ['a']])('cannot have the id %j', async (id) => {
    expect(fieldOf(await call('POST', 'sys/role/save', { id, version: 1, roleName: 'x', roleCode: 'x' }))).toEqual([40000, 'id']);
  });
});

describe('sysRoleId', () => {
  const twice = `?sysRoleId=${randomUUID()}&sysRoleId=${randomUUID()}`;
  it.each(['', '?sysRoleId=', twice])('is refused if it is missing, empty or repeated: %s', async (query) => {
    expect(fieldOf(await call('GET', `sys/function/select-role-functions${query}`))).toEqual([40000, 'sysRoleId']);
    expect(fieldOf(await call('POST', `sys/function/save-role-functions${query}`, []))).toEqual([40000, 'sysRoleId']);
  });

  it.each(['x', randomUUID()])('of no existing role is answered like a deleted record: %s', async (id) => {
    expect((await call('GET', `sys/function/select-role-functions?sysRoleId=${id}`)).code).toBe(40400);
    expect((await call('POST', `sys/function/save-role-functions?sysRoleId=${id}`, [])).code).toBe(40400);
  });
});

it.each(['x', randomUUID()])('asking for the possible parents of an organisation that does not exist answers 40400: %s', async (id) => {
  expect((await call('GET', `sys/org/select-super?id=${id}`)).code).toBe(40400);
});

it.each(['admin', 'ADMIN'])('the role code %s cannot be used twice', async (roleCode) => {
  expect(await call('POST', 'sys/role/save', { roleName: 'x', roleCode })).toMatchObject({
    code: 40900,
    message: '角色编码已存在',
    data: { conflict: 'unique', fields: ['roleCode'] },
  });
});

it('a local time that the clock change skipped is refused, not shifted', async () => {
  const notice = (expireTime: string) => call('POST', 'sys/msg/save', { msgTitle: '夏令时', msgContent: '一', expireTime });
  expect(fieldOf(await notice('1986-05-04 02:30:00'))).toEqual([40000, 'expireTime']);
  expect((await notice('1986-05-04 03:00:00')).data['expireTime']).toBe('1986-05-04 03:00:00');
});

it('users cannot disable themselves', async () => {
  const { token, userId } = await app.userWith({ 'sys/user': ['read', 'edit'] });
  const { data } = await app.call(token, 'GET', `sys/user/select/${userId}`);
  expect((await app.call(token, 'POST', 'sys/user/save', { ...data, userStatus: '停用' })).code).toBe(40300);
  expect((await app.call(token, 'POST', 'sys/user/save', { ...data, userRemark: '一' })).code).toBe(20000);
});
