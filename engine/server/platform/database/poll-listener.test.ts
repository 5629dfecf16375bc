import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { until } from '../../testing/until.ts';
import { PollListener } from './poll-listener.ts';

let database: TestDatabase;
let listener: PollListener;
const heard: string[] = [];
let connections = 0;
let warnings = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  listener = new PollListener(
    database.pool,
    { onMessage: (payload) => heard.push(payload), connected: () => (connections += 1) },
    { warn: () => (warnings += 1) },
  );
  await until(() => connections > 0);
});
afterAll(async () => {
  await listener.stop();
  await database.drop();
});

const tell = (payload: string) => database.pool.query('SELECT tell_nodes($1)', [payload]);

it('messages arrive in order, and equal ones of one transaction arrive once', async () => {
  await database.pool.query(`SELECT tell_nodes(payload) FROM unnest('{two,one,two}'::text[]) AS payload`);
  await tell('three');
  await until(() => heard.includes('three'));
  expect(heard).toEqual(['two', 'one', 'three']);
});

it('a message committed late is not missed, and one rolled back does not arrive', async ({ skip }) => {
  if (database.kind === 'embedded') skip('its one session has one transaction at a time');
  const [late, never] = [await database.pool.connect(), await database.pool.connect()];
  heard.length = 0;
  await late.query(`BEGIN`);
  await late.query(`SELECT tell_nodes('late')`);
  await never.query(`BEGIN`);
  await never.query(`SELECT tell_nodes('never')`);
  await tell('early');
  await until(() => heard.includes('early'));
  await late.query('COMMIT');
  await never.query('ROLLBACK');
  late.release();
  never.release();
  await until(() => heard.includes('late'));
  await tell('last');
  await until(() => heard.includes('last'));
  expect(heard).toEqual(['early', 'late', 'last']);
});

it('the listener restarts after its table could not be read, and reports that it is connected again', async () => {
  const [before, warned] = [connections, warnings];
  await database.pool.query('ALTER TABLE sys_live_message RENAME TO away');
  await expect(tell('lost')).rejects.toThrow('sys_live_message');
  await until(() => warnings > warned);
  expect(connections).toBe(before);
  await database.pool.query('ALTER TABLE away RENAME TO sys_live_message');
  // After the failure it restarts, without needing a message.
  await until(() => connections > before);
  await tell('again');
  await until(() => heard.includes('again'));
});

it('tell_nodes sends no NOTIFY while all nodes poll, and sends it again once they do not', async () => {
  const told: (string | undefined)[] = [];
  const client = await database.pool.connect();
  client.on('notification', ({ payload }) => told.push(payload));
  await client.query('LISTEN live');
  await client.query(`SELECT tell_nodes('by rows')`);
  await client.query(`INSERT INTO sys_live_bus (way) VALUES ('notify')`);
  await client.query(`SELECT tell_nodes('by both')`);
  await client.query(`UPDATE sys_live_bus SET seen_time = now() - interval '4 minutes'`);
  await client.query(`SELECT tell_nodes('by notify')`);
  await client.query('UNLISTEN live');
  client.release();
  await until(() => told.includes('by notify'));
  expect(told).toEqual(['by both', 'by notify']);
  await until(() => heard.includes('by both'));
  expect(heard).toContain('by rows');
  expect(heard).not.toContain('by notify');
});

it('messages that were stored by another PostgreSQL, whose transactions were counted further, are not delivered', async () => {
  await database.pool.query(`INSERT INTO sys_live_message (payload, xid)
    SELECT 'foreign', (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000)::text::xid8`);
  const told: string[] = [];
  let isConnected = false;
  const later = new PollListener(
    database.pool,
    { onMessage: (payload) => told.push(payload), connected: () => (isConnected = true) },
    silentLog,
  );
  await until(() => isConnected);
  await tell('native');
  await until(() => told.includes('native'));
  await later.stop();
  expect(told).toEqual(['native']);
});
