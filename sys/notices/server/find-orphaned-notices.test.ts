import type { WaitingItem } from '@back-office/contract/calls/waiting.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* Notices scheduled by people who are disabled by the time of publication. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const schedule = async ({ token }: Session, msgTitle: string, more: object = {}) => {
  const notice = { msgTitle, msgContent: '好', msgScope: '全部', msgStatus: '已发布', publishTime: '2999-01-01 08:00:00', ...more };
  expect((await app.call(token, 'POST', 'sys/msg/save', notice)).code).toBe(20000);
};
const waiting = async (token: string): Promise<WaitingItem | undefined> =>
  (await app.call<{ waiting: WaitingItem[] }>(token, 'GET', 'statistics/select-home')).data.waiting.find(
    ({ name }) => name === 'left-notices',
  );
async function listed(token: string): Promise<unknown[]> {
  const item = await waiting(token);
  if (item === undefined || 'path' in item.opens) return [];
  const query = new URLSearchParams(item.opens.query.map(([name, value]): [string, string] => [name, value]));
  const { data } = await app.call<{ items: { msgTitle: string }[]; total: number }>(
    token,
    'GET',
    `sys/msg/select-page?${query.toString()}`,
  );
  expect(item.count).toBe(data.total);
  return data.items.map(({ msgTitle }) => msgTitle).sort();
}

it('scheduled notices of disabled publishers are reported in advance to those who may withdraw them', async () => {
  const publisher = () => app.userWith({ 'sys/msg': ['read', 'add', 'edit'] }, { dataScope: '全部' });
  const [leaver, stayer] = [await publisher(), await publisher()];
  await schedule(leaver, '离职者的');
  await schedule(leaver, '已发出的', { publishTime: null });
  await schedule(leaver, '草稿', { msgStatus: '草稿' });
  await schedule(stayer, '在职者的');
  expect(await waiting(admin)).toBeUndefined();
  await app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [leaver.userId]);
  expect(await listed(admin)).toEqual(['离职者的']);
  expect(await waiting(admin)).toMatchObject({ title: '停用或无权人员的定时通知', trouble: false });
  expect(await listed(stayer.token)).toEqual(['离职者的']);
  // People who may not edit or see them are not told.
  expect(await waiting((await app.userWith({ 'sys/msg': ['read'] }, { dataScope: '全部' })).token)).toBeUndefined();
  expect(await waiting((await app.userWith({ 'sys/msg': ['read', 'edit'] }, { dataScope: '本人' })).token)).toBeUndefined();
});

it('scheduled notices of publishers who may no longer publish them are reported too', async () => {
  const publisher = await app.userWith({ 'sys/msg': ['read', 'add'] }, { dataScope: '全部' });
  await schedule(publisher, '失权者的');
  expect(await listed(admin)).not.toContain('失权者的');
  await app.database.pool.query('DELETE FROM sys_user_role WHERE owner_id = $1', [publisher.userId]);
  expect(await listed(admin)).toContain('失权者的');
  // Rights lost because a role was disabled count as well.
  const other = await app.userWith({ 'sys/msg': ['read', 'edit', 'add'] }, { dataScope: '全部' });
  await schedule(other, '角色停用者的');
  await app.database.pool.query(
    `UPDATE sys_role SET role_status = '停用' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`,
    [other.userId],
  );
  expect(await listed(admin)).toEqual(['失权者的', '离职者的', '角色停用者的'].sort());
});
