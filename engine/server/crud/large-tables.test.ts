import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { office } from '@back-office/app/office.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { snake } from '../platform/database/snake.ts';
import { user } from '@back-office/sys/users/user.ts';
import { gramFields, hasCase, holds } from './search.ts';
import { tailTables } from './total.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const read = async <Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> =>
  (await database.pool.query<Row>(statement, values)).rows;

const unit = fc.constantFrom(
  'a',
  'A',
  'b',
  '1',
  ' ',
  '%',
  '_',
  '\\',
  '.',
  '\t',
  '用',
  '户',
  '管',
  '理',
  '😀',
  'é',
  'É',
  'ß',
  'İ',
  'Σ',
  '𠮷',
  '\u{307}',
);
const text = fc.string({ unit, maxLength: 8 });
const sought = fc.string({ unit, minLength: 1, maxLength: 5 });

describe('gram indexes', () => {
  it('cover exactly the declared fields', async () => {
    const rows = await read<{ tablename: string; indexdef: string }>(
      "SELECT tablename, indexdef FROM pg_indexes JOIN pg_class ON oid = tablename::regclass WHERE indexdef LIKE '%grams(%' AND NOT relispartition",
    );
    const found = rows.flatMap(({ tablename, indexdef }) =>
      [...indexdef.matchAll(/grams\((\w+)\)/g)].map(([, column]) => `${tablename}.${column}`),
    );
    const declared = office.resources.flatMap((resource) => gramFields(resource).map((name) => `${resource.table}.${snake(name)}`));
    expect(declared.length).toBeGreaterThan(10);
    expect(found.toSorted()).toEqual(declared.toSorted());
  });

  it('miss no text that contains the search term', async () => {
    await fc.assert(
      fc.asyncProperty(text, sought, text, async (before, part, after) => {
        const [row] = await read<{ held: boolean }>('SELECT grams($1) @> grams_in($2) AS held', before + part + after, part);
        expect(row?.held).toBe(true);
      }),
      {
        numRuns: 300,
        examples: [
          ['', 'İ', 'a'],
          ['', 'a', ''],
          ['', '\t', ''],
        ],
      },
    );
  });

  it('contain every run of two or three characters of any text, and each character that is not ASCII', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (whole) => {
        const [row] = await read<{ low: string; grams: string[] }>('SELECT lower($1) AS low, grams($1) AS grams', whole);
        const signs = Array.from(row?.low ?? '');
        const runs = [2, 3].flatMap((size) => signs.slice(size - 1).map((_sign, at) => signs.slice(at, at + size).join('')));
        expect(new Set(row?.grams)).toEqual(new Set([...runs, ...signs.filter((sign) => !/[ -~]/.test(sign))]));
      }),
      { numRuns: 300, examples: [[''], ['a'], ['ab'], ['abc'], ['abcd'], ['用户管理']] },
    );
  });

  it('are queried in three ways that all find the same as ILIKE', async () => {
    const ways = [{}, { plain: true }, { indexOnly: true }];
    const found = fc.asyncProperty(fc.oneof(text, fc.tuple(text, sought, text)), sought, async (given, typed) => {
      const [whole, part] = typeof given === 'string' ? [given, typed] : [given.join(''), given[1]];
      const answers = sql.join(ways.map((way) => holds(user, 'userName', part, way)));
      const { rows } = await sql<{ said: boolean; found: boolean[] }>`
        SELECT t.user_name ILIKE ${`%${part.replace(/[\\%_]/g, '\\$&')}%`} AS said, ARRAY[${answers}] AS found
        FROM (SELECT ${whole}::text AS user_name) t`.execute(database.db);
      expect(rows[0]?.found).toEqual(ways.map(() => rows[0]?.said));
    });
    await fc.assert(found, { numRuns: 300, examples: [['İ', '\u{307}']] });
  });

  it('allow LIKE for characters without case, since no other character becomes one in lower case', () => {
    // So LIKE finds the same as ILIKE: the lower case of another letter is never a character without case.
    const letters = Array.from({ length: 0x11_0000 }, (_letter, code) => String.fromCodePoint(code));
    const lost = letters.filter((letter) => Array.from(letter.toLowerCase()).some((small) => small !== letter && !hasCase(small)));
    expect(lost).toEqual([]);
  });

  it('split 用户Ab1 into runs of two and three characters and single characters that are not ASCII', async () => {
    const [row] = await read<{ grams: string[] }>("SELECT ARRAY(SELECT DISTINCT unnest(grams('用户Ab1')) ORDER BY 1) AS grams");
    expect(row?.grams.toSorted()).toEqual(['用', '户', '用户', '户a', 'ab', 'b1', '用户a', '户ab', 'ab1'].toSorted());
    expect(await read("SELECT grams('') AS grams, grams_in('ab') AS two, grams_in('用户A1') AS four")).toEqual([
      { grams: [], two: ['ab'], four: ['用户a', '户a1'] },
    ]);
  });
});

describe('row counts', () => {
  const total = async (table: string) =>
    (
      await read<{ kept: number; real: number }>(
        `SELECT (SELECT coalesce(sum(rows), 0) FROM sys_row_count WHERE table_name = $1)::int${tailTables.has(table) ? ` + (SELECT count(*)::int FROM ${tailTables.get(table)})` : ''} AS kept,
           (SELECT count(*)::int FROM ${table}) AS real`,
        table,
      )
    )[0];
  const insert = (table: string, rows: number) =>
    table === 'sys_user'
      ? read(
          `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
           SELECT gen_random_uuid(), gen_random_uuid(), '', '', '正常' FROM generate_series(1, $1)`,
          rows,
        )
      : read(`INSERT INTO ${table} (id) SELECT gen_random_uuid() FROM generate_series(1, $1)`, rows);

  const counted = office.resources.filter(({ browse }) => browse.counted === true).map(({ table }) => table);

  it('are kept for the logs and for users', () => {
    expect(counted.toSorted()).toEqual(['sys_log_login', 'sys_log_opt', 'sys_user']);
  });

  it.each(counted)('of %s stay exact after any statement', async (table) => {
    const { kept: before = 0, real = 0 } = (await total(table)) ?? {};
    expect(before).toBe(real);
    await insert(table, 500);
    await read(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} LIMIT 120)`);
    await read(`UPDATE ${table} SET version = 2`);
    expect(await total(table)).toEqual({ kept: real + 380, real: real + 380 });
    if (tailTables.has(table)) {
      const { lines = 0 } = (await read<{ lines: number }>('SELECT add_up_lines(300)::int AS lines'))[0] ?? {};
      expect(lines).toBe(300);
      expect(await total(table)).toEqual({ kept: real + 380, real: real + 380 });
    }
    await read(`TRUNCATE ${table} CASCADE`);
    await insert(table, 3);
    expect((await total(table))?.kept).toBe(3);
  });

  it.each(['sys_log_opt', 'sys_log_login'])(
    'of %s stay exact while many transactions write concurrently and some roll back',
    async (table) => {
      const write = async (at: number): Promise<void> => {
        const client = await database.pool.connect();
        try {
          await client.query('BEGIN');
          await client.query(`INSERT INTO ${table} (id) SELECT gen_random_uuid() FROM generate_series(1, 2)`);
          if (at % 5 === 0) await client.query(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} LIMIT 1 FOR UPDATE SKIP LOCKED)`);
          await client.query(at % 7 === 0 ? 'ROLLBACK' : 'COMMIT');
        } finally {
          client.release();
        }
      };
      await Promise.all(Array.from({ length: 600 }, (_, at) => write(at)));
      const counts = await total(table);
      expect(counts?.kept).toBe(counts?.real);
    },
  );

  it('are few, however many statements have written', async () => {
    await read('DO $$ BEGIN FOR n IN 1..2000 LOOP INSERT INTO sys_log_login (id) VALUES (gen_random_uuid()); END LOOP; END $$');
    // Every fiftieth statement or so adds them up: that none of a thousand does happens once in a thousand million times.
    expect((await read("SELECT FROM sys_row_count WHERE table_name = 'sys_log_login'")).length).toBeLessThan(1000);
    const counts = await total('sys_log_login');
    expect(counts?.kept).toBe(counts?.real);
  });
});
