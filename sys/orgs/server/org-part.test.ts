import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let staff: Staff;
let admin: string;
const ids = { head: '', left: '', right: '', leaf: '', closed: '' };
beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  admin = await app.admin();
  ids.head = await staff.org();
  ids.left = await staff.org(ids.head);
  ids.right = await staff.org(ids.head);
  ids.leaf = await staff.org(ids.left);
  ids.closed = await staff.org(ids.right);
  await app.database.pool.query("UPDATE sys_org SET org_status = '停用' WHERE id = $1", [ids.closed]);
});
afterAll(() => app.drop());

const nameOf = ({ id }: AnyRow): string => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id;
const found = async (token: string, path: string) => {
  const { code, data } = await app.call<AnyRow[]>(token, 'GET', `sys/org/${path}`);
  return code === 20000 ? data.map(nameOf).toSorted() : code;
};

it('the parent of an organisation can be any enabled one except itself and its descendants', async () => {
  expect(await found(admin, 'select-super')).toEqual(['head', 'leaf', 'left', 'right']);
  expect(await found(admin, `select-super?id=${ids.left}`)).toEqual(['head', 'right']);
  expect(await found(admin, `select-super?id=${ids.head}`)).toEqual([]);
});

it('organisations outside the data scope are shown neither as parents nor as roots', async () => {
  const role = await staff.role({ dataScope: '本机构及下级', grants: { 'sys/org': ['read'] } });
  const { token } = await staff.signedIn(ids.left, [role]);
  expect(await found(token, 'select-super')).toEqual(['leaf', 'left']);
  expect(await found(token, `select-super?id=${ids.leaf}`)).toEqual(['left']);
  expect(await found(token, `select-super?id=${ids.right}`)).toBe(40400);
  expect(await found(token, 'select-tree')).toEqual(['left']);
});
