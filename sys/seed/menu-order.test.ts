import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { office } from '@back-office/app/office.ts';
import { sectionPath } from '@back-office/contract/office/menu.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';

/* The menu stands in the order in which docs/spec.md 2.1 lists its screens, unless somebody arranged it otherwise. */
let database: TestDatabase;
let migration: string;
beforeAll(async () => {
  database = await openTestDatabase();
  migration = await readFile(join(import.meta.dirname, '../migrations/0180-functions-above-roles.sql'), 'utf8');
});
afterAll(() => database.drop());

const listed = {
  '/base': ['/base/district', '/base/org', '/base/dict', '/base/sms', '/base/msg'],
  '/sys': ['/sys/user', '/sys/function', '/sys/role', '/sys/log-login', '/sys/log-opt'],
};

/** The entries of the group, in order, that the specification lists. */
async function shown(group: '/base' | '/sys'): Promise<string[]> {
  const { rows } = await database.pool.query<{ path: string }>(
    `SELECT f.root_path AS path FROM sys_function f JOIN sys_function g ON g.id = f.parent_id AND g.root_path = $1 ORDER BY f.function_sort, f.id`,
    [group],
  );
  return rows.map(({ path }) => path).filter((path) => listed[group].includes(path));
}

const place = (path: string, sort: number, user: string | null = null) =>
  database.pool.query('UPDATE sys_function SET function_sort = $2, update_user = $3 WHERE root_path = $1', [path, sort, user]);

const before = ['/sys/user', '/sys/role', '/sys/function', '/sys/log-login', '/sys/log-opt'];
const somebody = '01900000-0000-7000-8000-000000000001';

beforeEach(async () => {
  await place('/sys/user', 1);
  await place('/sys/role', 3);
  await place('/sys/function', 4);
});

it('the routes are in the specified order', () => {
  for (const group of ['/base', '/sys'] as const) {
    const paths = office.menu.find(({ path }) => path === group)?.sections.map(sectionPath) ?? [];
    expect(paths.filter((path) => listed[group].includes(path))).toEqual(listed[group]);
  }
});

it('the migration reorders an older menu that nobody has rearranged, and is idempotent', async () => {
  expect(await shown('/sys')).toEqual(before);
  await database.pool.query(migration);
  expect([await shown('/base'), await shown('/sys')]).toEqual([listed['/base'], listed['/sys']]);
  await database.pool.query(migration);
  expect(await shown('/sys')).toEqual(listed['/sys']);
});

it('the migration leaves a menu alone if anybody has changed an entry', async () => {
  await place('/sys/user', 1, somebody);
  await database.pool.query(migration);
  expect(await shown('/sys')).toEqual(before);
});
