import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { until } from '../../testing/until.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ChannelListener } from '../../platform/database/server-listener.ts';
import { LiveHub } from './live-hub.ts';
import { LiveSocket } from './live-socket.ts';
import type { NoticeReader } from './notice-reader.ts';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';

let database: TestDatabase;
let hub: LiveHub;
beforeAll(async () => {
  database = await openTestDatabase();
  hub = openHub((...given) => database.listen(...given));
});
afterAll(async () => {
  await hub.close();
  await database.drop();
});

/** The people of each reading of a notice. */
const readings: (readonly string[])[] = [];
const readAll: NoticeReader = async (id, users) => {
  readings.push(users);
  return { record: { id, msgTitle: '通知' }, marks: new Map(users.map((user) => [user, { unread: 1 }])) };
};
const openHub = (listen: Database['listen'], readNotice = readAll): LiveHub =>
  new LiveHub({
    database: { db: database.db, listen },
    log: silentLog,
    life: { idle: 12 * 3600, total: 0 },
    policy: { passwordChange: 'always', passwordDays: 0, twoStep: 'optional' },
    readNotice,
  });

/** A socket of an active session, on a connection that the test drives; of a person who was deleted for good if they are `gone`. */
async function join(
  to = hub,
  isGone = false,
): Promise<{ live: LiveSocket; sent: string[]; line: { bufferedAmount: number; terminate: () => void } }> {
  const sent: string[] = [];
  const line = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: (text: string) => sent.push(text), terminate: vi.fn(), close: vi.fn() };
  const [sessionId, userId] = [randomUUID(), randomUUID()];
  await database.pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account) VALUES ($1, $2, '\\x00', $3, 'x')`,
    [sessionId, Buffer.from(sessionId), userId],
  );
  const person = `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status) VALUES ($1, $2, 'x', '', '正常')`;
  if (!isGone) await database.pool.query(person, [userId, userId]);
  const live = new LiveSocket(line as unknown as WebSocket, { sessionId, userId });
  await to.listen();
  to.add(live);
  return { live, sent, line };
}

it('the hub drops a client that has been silent for 90 s, and no other', async () => {
  const [silent, alive] = [await join(), await join()];
  silent.live.lastSeenAt = performance.now() - 90_001;
  alive.live.lastSeenAt = performance.now() - 80_000;
  await until(() => vi.mocked(silent.line.terminate).mock.calls.length > 0);
  expect(alive.line.terminate).not.toHaveBeenCalled();
  for (const { live } of [silent, alive]) hub.remove(live);
});

it('the hub cuts off a client that does not read when more than a megabyte is buffered for it', async () => {
  const [slow, quick] = [await join(), await join()];
  slow.line.bufferedAmount = 1024 * 1024 + 1;
  await notifyNodes(database.db, { kind: 'changed', topic: 'msg' });
  await until(() => quick.sent.length > 0);
  expect(slow.sent).toEqual([]);
  expect(slow.line.terminate).toHaveBeenCalled();
  for (const { live } of [slow, quick]) hub.remove(live);
});

it('the hub sends nothing to the socket of somebody who no longer exists', async () => {
  const [gone, other] = [await join(hub, true), await join()];
  const users = [gone.live.userId, other.live.userId];
  await notifyNodes(database.db, { kind: 'notice', id: randomUUID(), users });
  await notifyNodes(database.db, { kind: 'changed', topic: 'msg' });
  await until(() => other.sent.length === 2);
  expect(gone.sent).toEqual([]);
  for (const { live } of [gone, other]) hub.remove(live);
});

it('the hub sends a notice to its recipients who are connected here, with one query for all of them', async () => {
  const [one, two, other] = [await join(), await join(), await join()];
  const id = randomUUID();
  const here = [one.live.userId, two.live.userId];
  readings.length = 0;
  await notifyNodes(database.db, { kind: 'notice', id, users: [...here, randomUUID()] });
  await until(() => one.sent.length > 0 && two.sent.length > 0);
  for (const { sent } of [one, two])
    expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual([{ code: 66, data: { id, msgTitle: '通知', unread: 1, within: 128 } }]);
  expect(other.sent).toEqual([]);
  expect(readings).toEqual([here]);
  for (const { live } of [one, two, other]) hub.remove(live);
});

it('the hub gives up a notice whose reading always exceeds its time, tells its people to reload, and repeats no other event', async () => {
  let readingsTried = 0;
  const failing = openHub(
    (...given) => database.listen(...given),
    () => {
      readingsTried += 1;
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    },
  );
  const [reader, other] = [await join(failing), await join(failing)];
  const topics = ({ sent }: { sent: string[] }) => sent.map((text) => (JSON.parse(text) as { data: { topic: string } }).data.topic);
  await notifyNodes(database.db, { kind: 'changed', topic: 'dict' });
  await notifyNodes(database.db, { kind: 'notice', id: randomUUID(), users: [reader.live.userId] });
  await until(() => topics(reader).includes('msg'));
  expect(readingsTried).toBe(3);
  await notifyNodes(database.db, { kind: 'changed', topic: 'figures' });
  await until(() => topics(reader).includes('figures') && topics(other).includes('figures'));
  expect([topics(reader), topics(other), readingsTried]).toEqual([['dict', 'msg', 'figures'], ['dict', 'figures'], 3]);
  await failing.close();
});

it.each([
  { who: 'a client that was admitted before', isLate: true, told: ['all', 'msg'] },
  { who: 'no client that waited for that', isLate: false, told: ['msg'] },
])('once the hub listens, it tells $who to read everything again', async ({ isLate, told }) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const listeners: ChannelListener[] = [];
  const own = openHub((_channel, listener) => (listeners.push(listener), { stop: () => undefined }));
  const listens = own.listen();
  const [listener] = listeners;
  if (isLate) vi.advanceTimersByTime(3000);
  else listener?.connected();
  vi.useRealTimers();
  await listens;
  const { sent } = await join(own);
  if (isLate) listener?.connected();
  listener?.onMessage(JSON.stringify({ kind: 'changed', topic: 'msg' }));
  await until(() => sent.length === told.length);
  expect(sent.map((text) => (JSON.parse(text) as { data: { topic: string } }).data.topic)).toEqual(told);
  await own.close();
});
