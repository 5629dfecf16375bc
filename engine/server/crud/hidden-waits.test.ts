import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, expect, it } from 'vitest';

/* Whom hidden records keep waiting. The embedded database has one connection. */
const app = await openTestApp();
const { pool, kind } = app.database;
afterAll(() => app.drop());

it.skipIf(kind === 'embedded')('a save of a person whom the caller does not see waits for nobody who is changing that person', async () => {
  const other = await app.userWith({});
  const { token } = await app.userWith({ 'sys/user': ['read', 'edit', 'delete'] }, { dataScope: '本人' });
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM sys_user WHERE id = $1 FOR UPDATE', [other.userId]);
  const saved = await app.call(token, 'POST', 'sys/user/save', { id: other.userId, version: 1, userName: '改名' });
  const deleted = await app.call(token, 'DELETE', `sys/user/delete/${other.userId}`);
  await holder.query('COMMIT');
  holder.release();
  expect([saved.code, deleted.code]).toEqual([40400, 40400]);
});
