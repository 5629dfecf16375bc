import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { until } from '../../testing/until.ts';
import { ServerListener } from './server-listener.ts';

it('is opened anew while a certificate cannot be read, and does not end the process', async () => {
  const warn = vi.fn();
  const listener = new ServerListener(
    { url: 'postgres://x:x@127.0.0.1:9/x?sslmode=verify-full&sslrootcert=/no/such/ca.pem', onMoved: () => undefined },
    'live',
    { onMessage: () => undefined, connected: () => undefined },
    { log: { warn }, place: {} },
  );
  try {
    await until(() => warn.mock.calls.length > 0);
    expect(warn.mock.calls[0]).toEqual([{ err: expect.any(Error) }, 'The connection that listens to the database broke.']);
  } finally {
    await listener.stop();
  }
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('the connection that listens', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.drop());

  it('is opened anew if the database accepts it and then does not answer', async () => {
    const blocker = await database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE sys_live_bus');
    const url = new URL(process.env.TEST_DATABASE_URL ?? '');
    const { rows } = await database.pool.query<{ name: string }>('SELECT current_database() AS name');
    url.pathname = rows[0]?.name ?? '';
    let connections = 0;
    const warnings: unknown[] = [];
    const listener = new ServerListener(
      { url: url.href, onMoved: () => undefined },
      'live',
      { onMessage: () => undefined, connected: () => (connections += 1) },
      { log: { warn: (warning: unknown) => void warnings.push(warning) }, place: {} },
    );
    await until(() => warnings.length > 0);
    expect(warnings).toEqual([{ err: new Error('The database did not answer.') }]);
    await blocker.query('ROLLBACK');
    blocker.release();
    await until(() => connections > 0);
    await listener.stop();
  });
});
