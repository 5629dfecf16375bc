import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { registerLiveBus } from './register-live-bus.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

it('NOTIFY is in use from the start if no node polls; after one has polled, only once a node announces it', async () => {
  expect(await registerLiveBus(database.pool, 'notify')).toBe(true);
  expect(await registerLiveBus(database.pool, 'poll')).toBe(false);
  expect(await registerLiveBus(database.pool, 'poll')).toBe(true);
  await database.pool.query(`DELETE FROM sys_live_bus WHERE way = 'notify'`);
  expect(await registerLiveBus(database.pool, 'notify')).toBe(false);
  expect(await registerLiveBus(database.pool, 'notify')).toBe(true);
});
