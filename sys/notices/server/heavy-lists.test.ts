import type { ChangesAnswer } from '@back-office/contract/calls/changes.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* The memory of lists with long texts is bounded by the size of the texts, however many rows are requested. */
let app: TestApp;
let admin: string;
let reader: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  reader = await app.userWith({});
  // 800 notices of 49,000 characters each: some 39 MB, which the database stores compressed.
  await app.database.pool.query(
    `INSERT INTO sys_msg (id, msg_title, msg_content, msg_scope, msg_status, need_confirm, publish_time)
     SELECT gen_random_uuid(), 'n' || n, '<p>' || repeat('a', 49000) || '</p>', '全部', '已发布', '否', now() - n * interval '1 second'
     FROM generate_series(1, 800) n`,
  );
});
afterAll(() => app.drop());

const calls = ['sys/msg/select-page', 'sys/msg/list'];
const tooMuch = [{ field: 'limit', message: '这一页的内容过多，请减少每页条数' }];

it.each(calls)('%s refuses a page that is larger than an answer may be', async (call) => {
  const { code, data } = await app.call(admin, 'GET', `${call}?limit=1000`);
  expect([code, data]).toEqual([40000, { fields: tooMuch }]);
});

it.each(calls)('%s answers smaller pages of the same list, several at once', async (call) => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.call<PageAnswer<AnyRow>>(admin, 'GET', `${call}?limit=200`)));
  expect(answers.map(({ code, data }) => [code, data.items.length])).toEqual(Array.from({ length: 4 }, () => [20000, 200]));
});

it('a reader’s list keeps its order and its read marks', async () => {
  const { rows } = await app.database.pool.query<{ id: string }>("SELECT id FROM sys_msg WHERE msg_title IN ('n150', 'n300')");
  for (const { id } of rows) expect((await app.call(reader.token, 'PUT', `sys/msg/read/${id}`)).code).toBe(20000);
  const page = await app.call<PageAnswer<AnyRow>>(reader.token, 'GET', 'sys/msg/list?index=1&limit=100');
  expect(page.data.items.map(({ msgTitle }) => msgTitle)).toEqual(Array.from({ length: 100 }, (_, at) => `n${at + 101}`));
  expect(page.data.items.filter(({ isRead }) => isRead === '是').map(({ msgTitle }) => msgTitle)).toEqual(['n150']);
  expect(page.data).toMatchObject({ total: 800, unread: 798 });
});

it('a client that copies the notices gets them all, in answers with fewer items than requested', async () => {
  const seen = new Set<string>();
  const pages: number[] = [];
  for (let since = '', more = true; more;) {
    const { code, data } = await app.call<ChangesAnswer>(admin, 'GET', `sys/msg/changes?limit=1000${since}`);
    expect(code).toBe(20000);
    for (const { id } of data.items) seen.add(String(id));
    pages.push(data.items.length);
    [since, more] = [`&since=${encodeURIComponent(data.cursor)}`, data.more];
  }
  expect([seen.size, pages.length]).toEqual([800, 2]);
});
