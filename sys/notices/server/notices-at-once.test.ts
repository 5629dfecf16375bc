import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { ChangedData } from '@back-office/contract/calls/live.ts';
import type { LiveEvent } from '@back-office/server/platform/live/live-event.ts';
import { liveChannel, notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
import { type LiveClient, openLive } from '@back-office/server/testing/live-client.ts';
import { threadTime } from '@back-office/server/testing/thread-time.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { queueNoticeMails } from '@back-office/app/testing/server/queue-notice-mails.ts';
import { untilWaiting } from '@back-office/server/testing/until-waiting.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { announceDue } from './announce.ts';
import { cleanHtml } from './clean-html.ts';

/* Calls concurrent with changes to a notice, and notices that are scheduled or expired. */
let app: TestApp;
let admin: string;
let notice: AnyRow;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

const query = async (text: string, values: unknown[] = []): Promise<AnyRow[]> => (await app.database.pool.query<AnyRow>(text, values)).rows;
const save = async (values: object): Promise<AnyRow> =>
  (await app.call(admin, 'POST', 'sys/msg/save', { msgContent: '<p>一</p>', msgScope: '全部', msgStatus: '已发布', ...values })).data;
const remind = () => app.call<{ reminded: number }>(admin, 'POST', `sys/msg/remind/${notice.id}`);

beforeEach(async () => {
  notice = await save({ msgTitle: '一', needConfirm: '是' });
});

describe('while a notice is being changed', () => {
  /** Starts the change, and the call once the change waits for a table lock; releases both when the call waits too, or has ended. */
  async function beside<Data>(lock: string, change: object, call: () => Promise<Data>): Promise<Data> {
    const { pool } = app.database;
    const holder = await pool.connect();
    try {
      await holder.query(`BEGIN; LOCK TABLE ${lock}`);
      const changed = save({ id: notice.id, version: notice.version, ...change });
      await untilWaiting(pool);
      const called = call();
      await Promise.race([called, untilWaiting(pool, 2)]);
      await holder.query('ROLLBACK');
      await changed;
      return await called;
    } finally {
      holder.release();
    }
  }

  it.skipIf(hasOneConnection)('nobody is reminded of it if the change withdraws it', async () => {
    const answer = await beside('sys_log_opt IN SHARE MODE', { msgStatus: '已撤回' }, remind);
    expect(answer).toMatchObject({ code: 40000, message: '只有已发布的通知可以提醒' });
    expect(await query('SELECT remind_time FROM sys_msg WHERE id = $1', [notice.id])).toEqual([{ remind_time: null }]);
  });

  it.skipIf(hasOneConnection)('nobody confirms a text that they have not seen', async () => {
    const confirm = () => app.call(admin, 'PUT', `sys/msg/confirm/${notice.id}?version=${notice.version}`);
    const answer = await beside('sys_log_opt IN SHARE MODE', { msgContent: '<p>二</p>' }, confirm);
    expect(answer).toMatchObject({ code: 40900, data: { current: { msgContent: '<p>二</p>', confirmTime: null } } });
    expect(await query('SELECT FROM sys_msg_read WHERE sys_msg_id = $1', [notice.id])).toEqual([]);
  });
});

/** What the longest turn of the event loop took until the call was answered: nothing else is served during a turn. */
async function longestTurn(call: Promise<unknown>): Promise<number> {
  let isAnswered = false;
  const answered = () => (isAnswered = true);
  void call.then(answered, answered);
  let longest = 0;
  while (!isAnswered) {
    const begun = threadTime();
    await nextTurn();
    longest = Math.max(longest, threadTime() - begun);
  }
  return longest;
}

it('other requests proceed while the texts of a batch are cleaned', async () => {
  const rows = Array.from({ length: 80 }, (_, at) => ({ msgTitle: `第${at}条`, msgContent: '<b>一'.repeat(4200), msgScope: '全部' }));
  const begun = threadTime();
  for (const { msgContent } of rows) cleanHtml(msgContent);
  const together = threadTime() - begun;
  const call = app.call(admin, 'POST', 'sys/msg/save-batch', rows);
  const longest = await longestTurn(call);
  expect((await call).code).toBe(20000);
  expect(longest).toBeLessThan(together / 3);
});

it.each([
  ["publish_time = now() + interval '1 hour'", '尚未到发布时间，不能提醒'],
  ["publish_time = now() - interval '2 hours', expire_time = now() - interval '1 hour'", '通知已失效，不能提醒'],
])('nobody is reminded of a notice that nobody can read: %s', async (times, message) => {
  await query(`UPDATE sys_msg SET ${times} WHERE id = $1`, [notice.id]);
  expect(await remind()).toMatchObject({ code: 40000, message });
  expect(await query(`SELECT FROM sys_log_opt WHERE target_id = $1 AND opt_type = '提醒'`, [notice.id])).toEqual([]);
});

it('a notice that expired before its announcement is sent to no group until its expiry is postponed', async () => {
  await query(
    `INSERT INTO sys_bot (id, bot_name, bot_kind, bot_url, bot_status, tell_notices, create_user)
     SELECT gen_random_uuid(), '群', '企业微信', 'https://example.com/', '正常', '是', id FROM sys_user WHERE user_account = 'admin'`,
  );
  const posts = () => query('SELECT post_text FROM sys_bot_post WHERE source_id = $1', [notice.id]);
  notice = await save({ msgTitle: '过时', publishTime: '2020-01-01 08:00:00', expireTime: '2020-01-02 08:00:00' });
  expect(await posts()).toEqual([]);
  notice = await save({ id: notice.id, version: notice.version, expireTime: '2999-01-01 00:00:00' });
  await app.database.db.transaction().execute(announceDue);
  await queueNoticeMails(app);
  expect(await posts()).toHaveLength(1);
});

it('a scheduled notice is announced when its time has come, and only once', async () => {
  const heard: LiveEvent[] = [];
  const connected = Promise.withResolvers<undefined>();
  const listener = app.database.listen(liveChannel, {
    onMessage: (payload) => heard.push(JSON.parse(payload) as LiveEvent),
    connected: () => connected.resolve(undefined),
  });
  await connected.promise;
  notice = await save({ msgTitle: '定时', publishTime: '2999-01-01 00:00:00' });
  /** How often the nodes have been told of the notice after one more run. */
  const announced = async (): Promise<number> => {
    await app.database.db.transaction().execute(announceDue);
    // Events arrive in the order in which they were sent.
    const last = randomUUID();
    await notifyNodes(app.database.db, { kind: 'changed', topic: 'record', resource: 'sys/org', ids: [last] });
    await expect.poll(() => heard.some((event) => event.kind === 'changed' && event.ids?.includes(last))).toBe(true);
    return heard.filter((event) => event.kind === 'notice' && event.id === notice.id).length;
  };
  expect(await announced()).toBe(0);
  await query(`UPDATE sys_msg SET publish_time = now() - interval '1 second' WHERE id = $1`, [notice.id]);
  expect([await announced(), await announced()]).toEqual([1, 1]);
  await listener.stop();
});

it('postponing the end of an expired notice notifies those whom it reaches again, and nobody else', async () => {
  const [reader, other] = [await app.userWith({}), await app.userWith({})];
  const old = { msgTitle: '旧', msgScope: '用户', targetIds: [reader.userId] };
  const over = await save(old);
  await query(`UPDATE sys_msg SET publish_time = now() - interval '2 days', expire_time = now() - interval '1 day' WHERE id = $1`, [
    over.id,
  ]);
  const sockets = [await openLive(app.server, reader.token), await openLive(app.server, other.token)];
  await save({ ...old, id: over.id, version: over.version, expireTime: '2999-01-01 00:00:00' });
  await notifyNodes(app.database.db, { kind: 'changed', topic: 'figures' });
  const told = async (socket: LiveClient | undefined): Promise<boolean> => {
    await expect.poll(() => socket?.frames.some(({ data }) => (data as ChangedData | undefined)?.topic === 'figures')).toBe(true);
    return socket?.frames.some(({ data }) => (data as ChangedData | undefined)?.topic === 'msg') === true;
  };
  expect([await told(sockets[0]), await told(sockets[1])]).toEqual([true, false]);
});
