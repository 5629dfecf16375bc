import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

/* A record that a change refers to, or the caller, is deleted while the change is under way. */
let app: TestApp;
let admin: string;
let person: Session;
let notice: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  person = await app.userWith({});
  const published = { msgTitle: '通知', msgContent: '内容', msgScope: '全部', msgStatus: '已发布' };
  notice = (await app.call(admin, 'POST', 'sys/msg/save', published)).data.id;
  await app.call(admin, 'POST', 'sys/msg/save', published);
});
afterAll(() => app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

it.skipIf(hasOneConnection).each<[string, () => string, () => [string, string, object?], number]>([
  ['a notice while all are marked as read', () => `DELETE FROM sys_msg WHERE id = '${notice}'`, () => ['PUT', 'sys/msg/read/all'], 20000],
  [
    'the caller while they store a preference',
    () => `DELETE FROM sys_user WHERE id = '${person.userId}'`,
    () => ['PUT', 'sys/user/preference/a.b', { value: 1 }],
    41003,
  ],
])('the deletion of %s causes no server error', async (_what, deletion, call, code) => {
  const holder = await app.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query(deletion());
  const [method, path, body] = call();
  const answer = app.call(person.token, method as 'PUT', path, body);
  await untilWaiting(app.database.pool);
  await holder.query('COMMIT');
  holder.release();
  expect((await answer).code).toBe(code);
});
