import type { SearchAnswer } from '@back-office/contract/calls/search.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'findme-01', userName: '欧阳寻常' });
  await app.call(admin, 'POST', 'sys/org/save', { orgName: '寻常分公司', orgCode: 'XC-900' });
  await app.call(admin, 'POST', 'sys/msg/save', { msgTitle: '寻常通知', msgContent: '内容', msgScope: '全部', msgStatus: '草稿' });
});
afterAll(() => app.drop());

const find = async (token: string, q: string): Promise<Record<string, string[]>> => {
  const { code, data } = await app.call<SearchAnswer>(token, 'GET', `sys/search?q=${encodeURIComponent(q)}`);
  expect(code).toBe(20000);
  return Object.fromEntries(data.groups.map(({ resource, items }) => [resource, items.map(({ label }) => label)]));
};

test.each(['寻常', 'xunchang', 'xc', 'XUNCHANG'])('finds people, organisations and notices by %s', async (typed) => {
  expect(await find(admin, typed)).toMatchObject({ 'sys/user': ['欧阳寻常'], 'sys/org': ['寻常分公司'], 'sys/msg': ['寻常通知'] });
});

test('finds records by account, code and dictionary label, best match first and at most five per group', async () => {
  expect(await find(admin, 'findme')).toEqual({ 'sys/user': ['欧阳寻常'] });
  expect(await find(admin, 'XC-900')).toEqual({ 'sys/org': ['寻常分公司'] });
  expect((await find(admin, '性别'))['sys/dict']?.[0]).toBe('性别');
  const { data } = await app.call<SearchAnswer>(admin, 'GET', `sys/search?q=${encodeURIComponent('市')}`);
  const districts = data.groups.find(({ resource }) => resource === 'sys/district');
  expect(districts).toMatchObject({ title: '地区', more: true });
  expect(districts?.items).toHaveLength(5);
});

test('finds nothing for a blank query, takes % literally, and refuses a malformed query', async () => {
  expect(await find(admin, '  ')).toEqual({});
  expect(await find(admin, '%_%')).toEqual({});
  for (const query of ['q=a&q=b', `q=${'长'.repeat(101)}`, 'q=%00'])
    expect(await app.call(admin, 'GET', `sys/search?${query}`)).toMatchObject({ code: 40000, data: { fields: [{ field: 'q' }] } });
});

test('shows only records within the person’s rights and data scope', async () => {
  const none = await app.userWith({});
  expect(await find(none.token, '寻常')).toEqual({});
  const orgs = await app.userWith({ 'sys/org': ['read'], 'sys/user': ['edit'] });
  expect(await find(orgs.token, '寻常')).toEqual({ 'sys/org': ['寻常分公司'] });
  const self = await app.userWith({ 'sys/user': ['read'] }, { dataScope: '本人' });
  expect(await find(self.token, '寻常')).toEqual({});
  expect(await find(self.token, self.account)).toEqual({ 'sys/user': [self.account] });
});

test('finds the notices that a person may read, even without any right, and no others', async () => {
  const reader = await app.userWith({});
  const notice = { msgContent: '内容', msgStatus: '已发布' };
  const save = async (more: object): Promise<void> =>
    expect(await app.call(admin, 'POST', 'sys/msg/save', { ...notice, ...more })).toMatchObject({ code: 20000 });
  await save({ msgTitle: '停电安排', msgScope: '全部' });
  await save({ msgTitle: '停电安排补充', msgScope: '用户', targetIds: [reader.userId] });
  await save({ msgTitle: '停电安排，另行', msgScope: '用户', targetIds: [(await app.userWith({})).userId] });
  await save({ msgTitle: '停电安排草稿', msgScope: '全部', msgStatus: '草稿' });
  await save({ msgTitle: '停电安排过期', msgScope: '全部', publishTime: '2020-01-01 00:00:00', expireTime: '2020-02-01 00:00:00' });
  for (const typed of ['停电', 'tingdian', 'tdap'])
    expect(await find(reader.token, typed)).toEqual({ message: ['停电安排', '停电安排补充'] });
  const own = await find(admin, '停电');
  expect(own['message']).toEqual(['停电安排']);
  expect(own['sys/msg']).toHaveLength(5);
});

test('rate limits a person who searches without pause, and nobody else', async () => {
  const { token } = await app.userWith({});
  const answers = await Promise.all(Array.from({ length: 130 }, () => app.call(token, 'GET', 'sys/search?q=')));
  const slowed = answers.filter(({ code }) => code === 42900);
  expect(slowed.length).toBeGreaterThan(0);
  expect(slowed[0]?.headers['retry-after']).toBe('10');
  expect(await find(admin, 'findme')).toEqual({ 'sys/user': ['欧阳寻常'] });
});
