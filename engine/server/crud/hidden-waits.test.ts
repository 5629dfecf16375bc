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

it.skipIf(kind === 'embedded')(
  'a restore of an organisation whose deletion the caller does not see does not wait for the tree',
  async () => {
    const admin = await app.admin();
    const { data: org } = await app.call(admin, 'POST', 'sys/org/save', { orgName: '撤销的机构', orgCode: 'closed' });
    await app.call(admin, 'DELETE', `sys/org/delete/${org.id}`);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [org.id]);
    const { token } = await app.userWith({ 'sys/org': ['read', 'add'], 'sys/recycle': ['read', 'restore'] }, { dataScope: '本人' });
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT pg_advisory_xact_lock(hashtext('tree:sys_org'))`);
    const restored = await app.call(token, 'POST', `sys/recycle/restore/${rows[0]?.id}`);
    await holder.query('COMMIT');
    holder.release();
    expect(restored.code).toBe(40400);
  },
);
