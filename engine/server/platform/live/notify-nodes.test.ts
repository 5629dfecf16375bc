import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../database/with-transaction.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { until } from '../../testing/until.ts';
import type { LiveEvent } from './live-event.ts';
import { liveChannel, notifyNodes } from './notify-nodes.ts';

let app: TestApp;
let listener: ReturnType<TestApp['database']['listen']>;
let heard: LiveEvent[] = [];
beforeAll(async () => {
  app = await openTestApp();
  await new Promise<void>((connected) => {
    listener = app.database.listen(liveChannel, { onMessage: (payload) => heard.push(JSON.parse(payload) as LiveEvent), connected });
  });
});
afterAll(async () => {
  await listener.stop();
  await app.drop();
});

/** Collects every event that `work` sends, by waiting for one that is sent after it. */
async function eventsOf(work: () => Promise<unknown>): Promise<LiveEvent[]> {
  heard = [];
  await work();
  const last = randomUUID();
  await notifyNodes(app.database.db, { kind: 'notice', id: last });
  await until(() => heard.some((event) => event.kind === 'notice' && event.id === last));
  return heard.slice(0, -1);
}

const notice = (id: string): LiveEvent => ({ kind: 'notice', id });

it('an event is sent once, after COMMIT, and not if it was rolled back', async () => {
  const events = await eventsOf(async () => {
    await withTransaction(app.database.db, async (db) => {
      await notifyNodes(db, notice('kept'));
      await notifyNodes(db, notice('kept'));
      await sql`SELECT 1`.execute(db);
      expect(heard).toEqual([]);
    });
    await withTransaction(app.database.db, async (db) => {
      await notifyNodes(db, notice('lost'));
      throw new Error('rolled back');
    }).catch(() => undefined);
  });
  expect(events).toEqual([notice('kept')]);
});

it('an event for many users is split, and leaves out record ids beyond the size of a notification', async () => {
  const people = Array.from({ length: 700 }, () => randomUUID());
  const events = await eventsOf(() => notifyNodes(app.database.db, { kind: 'changed', topic: 'record', ids: people, users: people }));
  expect(events.flatMap((event) => ('users' in event ? (event.users ?? []) : []))).toEqual(people);
  expect(events.every((event) => !('ids' in event))).toBe(true);
  expect(await eventsOf(() => notifyNodes(app.database.db, { kind: 'changed', topic: 'export', users: [] }))).toEqual([]);
});

it('every session that ends is announced, however it ends', async () => {
  const { userId, token } = await app.userWith({});
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_session WHERE sys_user_id = $1', [userId]);
  const ended: LiveEvent = { kind: 'ended', session: rows[0]?.id ?? '' };
  expect(await eventsOf(() => app.call(token, 'POST', 'logout'))).toEqual([ended]);
  const other = await app.userWith({});
  const events = await eventsOf(() => app.database.pool.query('DELETE FROM sys_session WHERE sys_user_id = $1', [other.userId]));
  expect(events).toEqual([{ kind: 'ended', session: expect.any(String) }]);
});

it('changes to permissions are announced with those concerned, and changes to dictionaries as such', async () => {
  const { userId } = await app.userWith({ 'sys/org': ['read'] });
  const { pool } = app.database;
  const { rows } = await pool.query<{ role: string }>('SELECT target_id AS role FROM sys_user_role WHERE owner_id = $1', [userId]);
  const role = rows[0]?.role ?? '';
  const functions = (whom: object) => ({ kind: 'changed', topic: 'functions', ...whom });
  expect(await eventsOf(() => pool.query("UPDATE sys_role SET role_status = '停用' WHERE id = $1", [role]))).toEqual([
    functions({ roles: [role] }),
  ]);
  expect(await eventsOf(() => pool.query('DELETE FROM sys_role_function WHERE sys_role_id = $1', [role]))).toEqual([
    functions({ roles: [role] }),
  ]);
  expect(await eventsOf(() => pool.query('DELETE FROM sys_user_role WHERE owner_id = $1', [userId]))).toEqual([
    functions({ users: [userId] }),
  ]);
  const { rows: orgs } = await pool.query<{ id: string }>(
    "INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES (gen_random_uuid(), '新', 'new', '正常') RETURNING id",
  );
  const move = () => pool.query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [userId, orgs[0]?.id]);
  expect(await eventsOf(move)).toEqual([functions({ users: [userId] })]);
  expect(await eventsOf(move)).toEqual([]);
  expect(await eventsOf(() => pool.query("UPDATE sys_function SET function_sort = 1 WHERE function_name = ''"))).toEqual([functions({})]);
  expect(await eventsOf(() => pool.query("UPDATE sys_dict SET dict_sort = 1 WHERE dict_value = ''"))).toEqual([
    { kind: 'changed', topic: 'dict' },
  ]);
});
