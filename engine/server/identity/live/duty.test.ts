import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifyNodes } from '../../platform/live/notify-nodes.ts';
import { openLive } from '../../testing/live-client.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ passwordDays: 90 });
  admin = await app.admin();
});
afterAll(() => app.drop());

const set = (person: Session, values: string) => app.database.pool.query(`UPDATE sys_user SET ${values} WHERE id = $1`, [person.userId]);

/* Somebody who must do something first is refused every call, and opens no socket; a socket opened before delivers no more events. */
it.each([
  { duty: 'a second factor', values: "two_step_required = '是'", code: 40303 },
  { duty: 'a password of their own in place of a given one', values: 'password_once = true', code: 40301 },
  { duty: 'a new password in place of an expired one', values: "password_time = now() - interval '91 days'", code: 40301 },
])('an open socket delivers nothing once its user is asked for $duty, and closes to be reconnected', async ({ values, code }) => {
  const [asked, other] = [await app.userWith({}), await app.userWith({})];
  const [client, bystander] = [await openLive(app.server, asked.token), await openLive(app.server, other.token)];
  await set(asked, values);
  const notice = {
    msgTitle: '通知',
    msgContent: '<p>内容</p>',
    msgScope: '用户',
    targetIds: [asked.userId, other.userId],
    msgStatus: '已发布',
  };
  expect((await app.call(admin, 'POST', 'sys/msg/save', notice)).code).toBe(20000);
  await notifyNodes(app.database.db, { kind: 'changed', topic: 'dict' });
  await bystander.frame(66);
  await bystander.frame(67);
  expect(await client.end(5_000)).toEqual({ code: 4002, reason: 'something is to be done first' });
  expect(client.frames.map((frame) => frame.code)).toEqual([64]);
  expect((await app.call(asked.token, 'POST', 'live/ticket')).code).toBe(code);
  bystander.socket.terminate();
});
