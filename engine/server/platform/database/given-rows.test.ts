import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { givenRows } from './given-rows.ts';
import { Statement } from './statement.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const ids = ['0190163d-8694-739b-aea5-966c26f8ad90', '0190163d-8694-739b-aea5-966c26f8ad91'];
const values = {
  text: ['通知 "a" \\ {x},\n', '', 7, true],
  numeric: [12.5, -3, '40'],
  timestamptz: ['2026-03-01 08:30:00', '2026-03-01T08:30:00+08:00'],
  date: ['2026-02-28'],
  uuid: [ids[0]],
  'uuid[]': [ids, []],
  'text[]': [['a', 'b,"c"', '{}', 'null', ''], []],
  jsonb: [{ a: [1, null], b: '"' }, [], 'text', 4, false],
  boolean: [true, false],
};

it.each(Object.entries(values).flatMap(([type, some]) => [...some, null, undefined].map((value) => [type, value] as const)))(
  'a value of %s, %j, reads the same given alone and among others',
  async (type, value) => {
    const read = async (rows: Record<string, unknown>[]) => {
      const x = givenRows(['given'], { given: type }, rows);
      return new Statement(() => sql`SELECT x.given::text FROM ${x.table()}`).run(database.db, x.values);
    };
    const [alone] = await read([{ given: value }]);
    expect(await read([{ given: value }, { given: value }])).toEqual([alone, alone]);
    expect(alone === undefined).toBe(false);
  },
);

it('one row and many rows have a statement each, and columns are named as in other queries', async () => {
  const [one, many] = [[{ id: 1, userName: '甲' }], [{ id: 1, userName: '甲' }, { id: 2 }]].map((rows) =>
    givenRows(['id', 'userName'], { id: 'int' }, rows),
  );
  if (one === undefined || many === undefined) throw new Error('Two were given.');
  expect(one.key).not.toBe(many.key);
  const read = (x: typeof one) =>
    new Statement(() => sql`SELECT x.id, ${sql.ref('x.userName')} FROM ${x.table()}`).run(database.db, x.values);
  expect(await read(one)).toEqual([{ id: 1, userName: '甲' }]);
  expect(await read(many)).toEqual([
    { id: 1, userName: '甲' },
    { id: 2, userName: null },
  ]);
});
