import { randomUUID } from 'node:crypto';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { noticeFrames } from '@back-office/server/identity/live/notice-frames.ts';
import { LiveSocket } from '@back-office/server/identity/live/live-socket.ts';
import { LiveSockets } from '@back-office/server/identity/live/live-sockets.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { readNotice } from './readable.ts';

/* A notice of the greatest length to everybody, while a thousand people are online. */
let app: TestApp;
let people: string[];
const id = randomUUID();
beforeAll(async () => {
  app = await openTestApp();
  const { rows } = await app.database.pool.query<{ id: string }>(
    `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
     SELECT gen_random_uuid(), 'reader' || n, '读者' || n, '', '正常' FROM generate_series(1, 1000) n RETURNING id`,
  );
  people = rows.map((row) => row.id);
  await app.database.pool.query(
    `INSERT INTO sys_msg (id, msg_title, msg_content, msg_scope, msg_status, need_confirm, publish_time)
     VALUES ($1, '章程', '<p>' || repeat('章', 49993) || '</p>', '全部', '已发布', '否', now())`,
    [id],
  );
  await app.database.pool.query('INSERT INTO sys_msg_read (sys_msg_id, sys_user_id) VALUES ($1, $2)', [id, people[7]]);
});
afterAll(() => app.drop());

it('its text is read from the database once for each two hundred of them, and each frame holds it with its reader’s own marks', async () => {
  const sockets = new LiveSockets();
  for (const userId of people) sockets.add(new LiveSocket({} as WebSocket, { sessionId: randomUUID(), userId }));
  const sizes: number[] = [];
  const db = app.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      sizes.push(JSON.stringify(result.rows).length);
      return Promise.resolve(result);
    },
  });
  const { textFor, ...frames } = await noticeFrames((...asked) => readNotice(db, ...asked), sockets, { kind: 'notice', id });
  expect(sizes).toHaveLength(5);
  expect(Math.max(...sizes)).toBeLessThan(200_000);
  expect(frames.sockets).toHaveLength(1000);
  const frameOf = (userId = '') => JSON.parse(textFor(userId) ?? '') as { code: number; data: Record<string, unknown> };
  expect(frameOf(people[6])).toMatchObject({ code: 66, data: { id, msgTitle: '章程', isRead: '否', unread: 1, within: 4096 } });
  expect(frameOf(people[7]).data).toMatchObject({ isRead: '是', readTime: expect.any(String), unread: 0 });
  expect(String(frameOf(people[999]).data['msgContent'])).toHaveLength(50_000);
  expect(textFor(randomUUID())).toBeUndefined();
});
