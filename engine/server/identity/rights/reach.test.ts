import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { file } from '@back-office/sys/files/file.ts';
import type { Scope } from '@back-office/contract/resource/resource.ts';
import { reached } from './reach.ts';

const me = randomUUID();
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const { pool } = database;
  const upload = randomUUID();
  await pool.query(
    `INSERT INTO sys_upload (id, sys_user_id, file_name, file_type, total_chunks, file_source) VALUES ($1, $2, 'a', 'png', 1, 'x')`,
    [upload, me],
  );
  for (let part = 0; part < 10; part++)
    await pool.query(
      `INSERT INTO sys_file (id, create_user, file_name, file_type, file_size, file_source, sys_upload_id)
       SELECT gen_random_uuid(), CASE n % 1000 WHEN 0 THEN $1 ELSE md5((n % 1000)::text)::uuid END, 'a', 'png', n, 'x', $2
       FROM generate_series($3 * 10000 + 1, $3 * 10000 + 10000) n`,
      [me, upload, part],
    );
  await pool.query('ANALYZE sys_file');
});
afterAll(() => database.drop());

const own = { all: false, own: true, org: false, orgAndBelow: false, customRoles: [] };
const from = (scope: Partial<typeof own>) => sql`FROM sys_file t WHERE ${reached(file.scope as Scope, { ...own, ...scope }, me)}`;

it('the scope 本人 finds the files of a person by their index, and no others', async () => {
  const { rows } = await sql<Record<string, string>>`EXPLAIN SELECT sum(t.file_size) ${from({})}`.execute(database.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('sys_file_create_user_idx');
  expect(plan).not.toContain('Seq Scan on sys_file');
  const found = await sql<{
    files: number;
    bytes: number;
  }>`SELECT count(*)::int AS files, sum(t.file_size)::int AS bytes ${from({})}`.execute(database.db);
  expect(found.rows).toEqual([{ files: 100, bytes: 5_050_000 }]);
});

it('no scope at all finds nothing', async () => {
  expect((await sql`SELECT t.id ${from({ own: false })}`.execute(database.db)).rows).toEqual([]);
});
