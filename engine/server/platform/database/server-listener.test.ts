import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { until } from '../../testing/until.ts';
import { ServerListener } from './server-listener.ts';

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
    await until(() => warnings.length > 0, 10_000);
    expect(warnings).toEqual([{ err: new Error('The database did not answer.') }]);
    await blocker.query('ROLLBACK');
    blocker.release();
    await until(() => connections > 0);
    await listener.stop();
  });
});
