import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { queryPlanned } from './query-planned.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('create table box (id int primary key, n int); insert into box values (1, 10), (2, 20)');
});
afterAll(() => database.drop());

const read = (id: unknown) => queryPlanned(database.pool, { text: 'SELECT n AS "howMany" FROM box WHERE id = $1', values: [id] });

it('a query is sent again if a column type under its plan has changed', async () => {
  expect(await read(1)).toEqual([{ howMany: 10 }]);
  await database.pool.query(`alter table box drop column n; alter table box add n text default 'seven'`);
  expect(await read(2)).toEqual([{ howMany: 'seven' }]);
});

it('a query fails with the error of the database, and returns its connection to the pool', async () => {
  for (let time = 0; time < 12; time += 1) await expect(read('one')).rejects.toThrow('invalid input syntax for type integer');
  expect(await read(1)).toEqual([{ howMany: 'seven' }]);
});
