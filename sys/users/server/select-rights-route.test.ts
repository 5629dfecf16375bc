import type { RightsAnswer } from '@back-office/contract/calls/rights.ts';
import { Staff } from '@back-office/server/testing/staff.ts';
import { openTestApp, type TestApp } from '@back-office/server/testing/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

it('names no organisation that lies beyond the data scope of whoever asks', async () => {
  const staff = new Staff(app);
  const [home, elsewhere] = [await staff.org(), await staff.org()];
  const nameOf = async (id: string) => String((await app.call(await app.admin(), 'GET', `sys/org/select/${id}`)).data['orgName']);
  const [shown, hidden] = [await nameOf(home), await nameOf(elsewhere)];
  const wide = await staff.role({ dataScope: '自定义', grants: { 'sys/dept': ['read'] }, orgs: [home, elsewhere] });
  const colleague = await staff.person(home, [wide]);
  const narrow = await staff.role({ dataScope: '本机构', grants: { 'sys/user': ['read'], 'sys/org': ['read'] } });
  const { token } = await staff.signedIn(home, [narrow]);
  const rights = async (asker: string) => (await app.call<RightsAnswer>(asker, 'GET', `sys/user/select-rights/${colleague}`)).data;
  const asked = await rights(token);
  expect(JSON.stringify(asked)).not.toContain(hidden);
  expect(asked.roles[0]?.orgs).toEqual([shown, '不在您数据范围内的机构']);
  expect(asked.reaches[0]?.reach).toBe(`机构 ${shown}、不在您数据范围内的机构的数据`);
  expect((await rights(await app.admin())).roles[0]?.orgs.toSorted()).toEqual([shown, hidden].toSorted());
});
