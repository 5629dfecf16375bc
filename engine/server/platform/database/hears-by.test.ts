import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { hearsBy } from './hears-by.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

it('NOTIFY is known from the start where nobody polls; after somebody did, only once somebody has said so', async () => {
  expect(await hearsBy(database.pool, 'notify')).toBe(true);
  expect(await hearsBy(database.pool, 'poll')).toBe(false);
  expect(await hearsBy(database.pool, 'poll')).toBe(true);
  await database.pool.query(`DELETE FROM sys_live_bus WHERE way = 'notify'`);
  expect(await hearsBy(database.pool, 'notify')).toBe(false);
  expect(await hearsBy(database.pool, 'notify')).toBe(true);
});
