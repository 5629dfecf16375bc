import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { msgScopes } from '../msg.ts';
import { publishNotice } from './publish-notice.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

it('a notice that the server publishes is found by the pinyin of its title', async () => {
  const { token, userId } = await app.userWith({ 'sys/msg': ['read'] });
  await publishNotice(app.database.db, { title: '任务失败', content: '<p>备份</p>', scope: msgScopes.people, targets: [userId] });
  const { data } = await app.call<{ items: object[] }>(token, 'GET', 'sys/msg/select-page?search=rwsb');
  expect(data.items).toMatchObject([{ msgTitle: '任务失败' }]);
});
