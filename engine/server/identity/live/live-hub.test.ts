import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { until } from '../../testing/until.ts';
import { LiveHub } from './live-hub.ts';
import { LiveSocket } from './live-socket.ts';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';

let database: TestDatabase;
let hub: LiveHub;
beforeAll(async () => {
  database = await openTestDatabase();
  hub = new LiveHub({
    database,
    log: silentLog,
    life: { idle: 12 * 3600, total: 0 },
    readNotice: async (id, users) => new Map(users.map((user) => [user, { id, unread: 1 }])),
  });
});
afterAll(async () => {
  await hub.close();
  await database.drop();
});

/** A socket of a session that goes on, on a line that the test drives. */
async function join(): Promise<{ live: LiveSocket; sent: string[]; line: { bufferedAmount: number; terminate: () => void } }> {
  const sent: string[] = [];
  const line = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: (text: string) => sent.push(text), terminate: vi.fn(), close: vi.fn() };
  const [sessionId, userId] = [randomUUID(), randomUUID()];
  await database.pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account) VALUES ($1, $2, '\\x00', $3, 'x')`,
    [sessionId, Buffer.from(sessionId), userId],
  );
  const live = new LiveSocket(line as unknown as WebSocket, { sessionId, userId });
  hub.add(live);
  return { live, sent, line };
}

it('drops a client that has been silent for 90 s, and no other', async () => {
  const [silent, alive] = [await join(), await join()];
  silent.live.lastSeenAt = performance.now() - 90_001;
  alive.live.lastSeenAt = performance.now() - 80_000;
  await until(() => vi.mocked(silent.line.terminate).mock.calls.length > 0);
  expect(alive.line.terminate).not.toHaveBeenCalled();
  for (const { live } of [silent, alive]) hub.remove(live);
});

it('cuts a client off that does not read, before more than a megabyte waits for it', async () => {
  const [slow, quick] = [await join(), await join()];
  slow.line.bufferedAmount = 1024 * 1024 + 1;
  await notifyNodes(database.db, { kind: 'changed', topic: 'msg' });
  await until(() => quick.sent.length > 0);
  expect(slow.sent).toEqual([]);
  expect(slow.line.terminate).toHaveBeenCalled();
  for (const { live } of [slow, quick]) hub.remove(live);
});

it('shows a notice to those named who are here, by one question for all of them', async () => {
  const [reader, other] = [await join(), await join()];
  const id = randomUUID();
  await notifyNodes(database.db, { kind: 'notice', id, users: [reader.live.userId, randomUUID()] });
  await until(() => reader.sent.length > 0);
  expect(reader.sent.map((text) => JSON.parse(text) as unknown)).toEqual([{ code: 66, data: { id, unread: 1 } }]);
  expect(other.sent).toEqual([]);
  for (const { live } of [reader, other]) hub.remove(live);
});
