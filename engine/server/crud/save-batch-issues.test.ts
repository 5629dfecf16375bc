import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const batch = <Data = AnyRow[]>(rows: unknown, query = '', resource = 'sys/district') =>
  app.call<Data>(admin, 'POST', `${resource}/save-batch${query}`, rows);
const refused = async (rows: unknown, query = '', resource = 'sys/district') => {
  const before = await app.digest();
  const { code, message, data } = await batch<{ fields: { row?: number; field: string; message: string }[] }>(rows, query, resource);
  expect(code, message).toBe(40000);
  expect(await app.digest()).toBe(before);
  return data.fields.map(({ row, field }) => [row, field]);
};
const district = (code: number, more = {}) => ({
  districtCode: String(900000 + code),
  districtName: `地区${code}`,
  districtLevel: '县',
  ...more,
});

describe('each fault of a batch', () => {
  it.each(['', '?dryRun=true'])('has its row, in a batch of one too%s', async (query) => {
    const weak = { userAccount: 'weak.one', userName: '弱密码', userPassword: '12345678' };
    expect(await refused([weak], query, 'sys/user')).toEqual([[0, 'userPassword']]);
    const nobody = { msgTitle: '给谁', msgContent: '<p>内容</p>', msgScope: '用户', targetIds: [randomUUID()] };
    expect(await refused([nobody], query, 'sys/msg')).toEqual([[0, 'targetIds']]);
  });

  it.each(['', '?dryRun=true'])('is reported with those that rules of the resource find%s', async (query) => {
    const rows = [{ userAccount: 'no.name' }, { userAccount: 'weak.two', userName: '弱密码', userPassword: '12345678' }];
    expect(await refused(rows, query, 'sys/user')).toEqual([
      [0, 'userName'],
      [1, 'userPassword'],
    ]);
    const notice = (more: object) => ({ msgTitle: '通知', msgContent: '<p>内容</p>', msgScope: '全部', msgStatus: '已发布', ...more });
    const notices = [
      notice({}),
      notice({ msgContent: '<p> </p>' }),
      notice({ msgScope: '角色', targetIds: [randomUUID()] }),
      notice({ expireTime: '2001-01-01 00:00:00' }),
    ];
    expect(await refused(notices, query, 'sys/msg')).toEqual([
      [1, 'msgContent'],
      [2, 'targetIds'],
      [3, 'expireTime'],
    ]);
  });

  it('is reported where several records come without a version', async () => {
    const { data } = await batch([district(71), district(72), district(73)]);
    const changed = data.map(({ id }) => ({ id, districtName: '新名' }));
    expect(await refused([...changed, changed[0]])).toEqual([
      [0, 'version'],
      [1, 'version'],
      [2, 'version'],
      [3, 'id'],
    ]);
  });

  it('is the only one of a record without a version, for a person with a narrower data scope too', async () => {
    const staff = new Staff(app);
    const org = await staff.org();
    const grants = { 'sys/user': ['read', 'edit', 'import'], 'sys/org': ['read'] };
    const { token } = await staff.signedIn(org, [await staff.role({ dataScope: '本机构及下级', grants })]);
    const ids = [await staff.person(org, []), await staff.person(org, []), await staff.person(org, [])];
    const rows = [...ids.map((id) => ({ id, userName: '新名' })), { id: ids[0], userName: '新名' }];
    const weak = { userAccount: 'weak.three', userName: '弱密码', userPassword: '12345678', sysOrgId: org };
    for (const query of ['', '?dryRun=true']) {
      const { code, data } = await app.call(token, 'POST', `sys/user/save-batch${query}`, [...rows, weak]);
      expect([code, data]).toMatchObject([
        40000,
        {
          fields: [
            ...ids.map((_, row) => ({ row, field: 'version', message: '修改时必须带上版本号' })),
            { row: 3, field: 'id', message: '同一条数据出现了多次' },
            { row: 4, field: 'userPassword' },
          ],
        },
      ]);
    }
  });

  it('names the notice whose picture is missing', async () => {
    const picture = `<p><img data-file="${randomUUID()}" alt=""></p>`;
    const rows = [
      { msgTitle: '一', msgContent: '<p>内容</p>' },
      { msgTitle: '二', msgContent: picture },
    ];
    expect(await refused(rows, '', 'sys/msg')).toEqual([[1, 'msgContent']]);
  });
});
