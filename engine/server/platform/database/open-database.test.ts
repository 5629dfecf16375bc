import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { isUnavailable } from './database-errors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`create table note (id bigint generated always as identity primary key,
    note_text text unique, made_at timestamptz not null default now())`);
}, 30_000);
afterAll(() => database.drop());

describe('the conversion of values', () => {
  it('reads a datetime as text in the time zone of the server, cut to seconds', async () => {
    const { rows } = await sql`select timestamptz '2024-02-29 23:59:59.999Z' as some_moment,
      array[timestamptz '2024-01-01 00:00Z', null] as moments, date '2024-02-29' as day`.execute(database.db);
    expect(rows).toEqual([{ someMoment: '2024-03-01 07:59:59', moments: ['2024-01-01 08:00:00', null], day: '2024-02-29' }]);
  });

  it('writes a datetime given as text in the time zone of the server', async () => {
    const { rows } = await sql`select extract(epoch from ${'1970-01-01 08:00:00'}::timestamptz) as seconds`.execute(database.db);
    expect(rows).toEqual([{ seconds: 0 }]);
  });

  it('reads int8 and numeric as numbers and jsonb as it was written', async () => {
    const { rows } = await sql`select count(*), 1.50::numeric as price, array[7]::int8[] as ids,
      '{"a_b": {"c_d": 1}}'::jsonb as data`.execute(database.db);
    expect(rows).toEqual([{ count: 1, price: 1.5, ids: [7], data: { a_b: { c_d: 1 } } }]);
  });

  it('refuses an int8 that a number cannot hold', async () => {
    await expect(database.pool.query('select 9007199254740993::int8')).rejects.toThrow(/too large/);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a session', () => {
  it('has the settings that the server relies on', async () => {
    const { rows } = await database.pool.query(`select current_setting('TimeZone') as zone,
      current_setting('jit') as jit, current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`);
    const limit = database.kind === 'embedded' ? '0' : '10s';
    expect(rows).toEqual([{ zone: 'Asia/Shanghai', jit: 'off', statement: limit, idle: limit }]);
  });

  it('stays usable after errors in every phase of a query', async () => {
    const wrong: [string, unknown[]][] = [
      ['selec', []],
      ['select $1::int', ['x']],
      ['select 1 / $1::int', [0]],
      ['select * from missing where a = $1', [1]],
      ["do $$ begin raise exception 'no'; end $$", []],
    ];
    const all = Array.from({ length: 20 }, (_, i) => wrong[i % wrong.length] ?? wrong[0]).filter((each) => each !== undefined);
    const results = await Promise.allSettled(
      all.flatMap(([text, values], i) => [database.pool.query(text, values), database.pool.query('select $1::int as n', [i])]),
    );
    const answers = results.filter((_, i) => i % 2 === 1);
    expect(results.filter((_, i) => i % 2 === 0).every(({ status }) => status === 'rejected')).toBe(true);
    expect(answers.map((each) => each.status === 'fulfilled' && each.value.rows[0].n)).toEqual(all.map((_, i) => i));
  });

  it('has similarity search', async () => {
    await database.pool.query('create extension if not exists pg_trgm');
    const { rows } = await database.pool.query("select similarity('管理员', '管理') > 0 as alike");
    expect(rows).toEqual([{ alike: true }]);
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)('cancels a statement at its timeout', async () => {
    const client = await database.pool.connect();
    await client.query('set statement_timeout = 100');
    const error = await client.query('select pg_sleep(5)').catch((reason: unknown) => reason);
    client.release(true);
    expect(isUnavailable(error)).toBe(true);
  });
});

describe('a client that dies in a transaction', () => {
  it('leaves nothing behind', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query("insert into note (note_text) values ('half')");
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
    const error = await client.query('select 1').catch((reason: unknown) => reason);
    client.release(true);
    expect(isUnavailable(error)).toBe(true);
    await expect
      .poll(async () => (await database.pool.query("select count(*) from note where note_text = 'half'")).rows)
      .toEqual([{ count: 0 }]);
    expect((await database.pool.query('show timezone')).rows).toEqual([{ TimeZone: 'Asia/Shanghai' }]);
  });

  it('leaves nothing behind when the second half of its query never comes', async () => {
    const client = await database.pool.connect();
    const { connection } = client as unknown as { connection: { parse(q: object): void; flush(): void; stream: { destroy(): void } } };
    connection.parse({ name: '', text: 'selec', types: [] });
    connection.flush();
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.stream.destroy();
    client.release(true);
    expect((await database.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  });
});
