import { statuses } from '@back-office/contract/status.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postStatuses } from '../bot-post.ts';
import { clearPosts } from './send-posts.ts';

let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.drop());

it('the cleanup deletes messages finished more than the given number of days ago, and none that wait', async () => {
  await database.pool.query(
    `WITH bot AS (INSERT INTO sys_bot (id, bot_name, bot_kind, bot_url, bot_status) VALUES (gen_random_uuid(), '群', '钉钉', '', $2) RETURNING id)
     INSERT INTO sys_bot_post (id, sys_bot_id, post_topic, post_text, post_status, create_time)
     SELECT gen_random_uuid(), bot.id, '测试', concat(status, days), status, now() - make_interval(days => days)
     FROM bot, unnest($1::text[]) status, unnest(ARRAY[5, 40]) days`,
    [Object.values(postStatuses), statuses.enabled],
  );
  await clearPosts(database.db, 30, new AbortController().signal);
  const left = await database.db.selectFrom('sys_bot_post').select('postText').execute();
  expect(left.map(({ postText }) => postText).toSorted()).toEqual(['失败5', '已发送5', '待发送40', '待发送5', '未发送5']);
});

it('the cleanup leaves no finished message past retention, however many there are', async () => {
  await database.pool.query(
    `INSERT INTO sys_bot_post (id, sys_bot_id, post_topic, post_text, post_status, create_time)
     SELECT gen_random_uuid(), sys_bot.id, '测试', '', $1, now() - interval '40 days' FROM sys_bot, generate_series(1, 10001)`,
    [postStatuses.sent],
  );
  await clearPosts(database.db, 30, new AbortController().signal);
  const isOver = "post_status = $1 AND create_time < now() - interval '30 days'";
  expect((await database.pool.query(`SELECT FROM sys_bot_post WHERE ${isOver}`, [postStatuses.sent])).rowCount).toBe(0);
});
