import { office } from '@back-office/app/office.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tableOf } from '../testing/trial-module.ts';
import { databaseMistakes } from './check-database.ts';
import { untiedPairs } from './link-mistakes.ts';

/* The tables of pairs of fields that refer to many records. */
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(tableOf('acme_box', 'box_name text, label_pinyin text'));
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('DROP TABLE IF EXISTS acme_box_user'));

const box: Resource = defineResource({
  name: 'acme/box',
  title: '盒子',
  table: 'acme_box',
  label: 'boxName',
  fields: {
    boxName: { kind: 'text', label: '名称', max: 5 },
    boxUsers: { kind: 'references', label: '人', to: 'sys/user', link: 'acme_box_user' },
  },
  list: ['boxName'],
  form: ['boxName', 'boxUsers'],
  sort: 'boxName:asc',
});
const owner = 'owner_id uuid NOT NULL REFERENCES acme_box ON DELETE CASCADE';
const target = 'target_id uuid NOT NULL REFERENCES sys_user';
const key = 'PRIMARY KEY (owner_id, target_id)';

async function mistakesOf(columns: string | undefined, change: Partial<Resource> = {}): Promise<string[]> {
  if (columns !== undefined) await database.pool.query(`CREATE TABLE acme_box_user (${columns})`);
  return databaseMistakes(database.db, [...office.resources, { ...box, ...change }]);
}

const place = 'acme/box.fields.boxUsers.link';
const statement = `CREATE TABLE acme_box_user (${owner}, ${target}, ${key})`;
const absent = `${place}: there is no table acme_box_user with the columns owner_id and target_id: make it in a migration, ${statement}`;
const apart =
  'DELETE FROM acme_box_user a USING acme_box_user b WHERE a.ctid > b.ctid AND (a.owner_id, a.target_id) = (b.owner_id, b.target_id)';
const unique = 'ALTER TABLE acme_box_user ADD UNIQUE (owner_id, target_id)';
const twice =
  `${place}: nothing keeps a pair from standing twice in acme_box_user, so that each save would put all in again: in a migration, ` +
  `${apart}; ${unique}`;
const orphans = 'DELETE FROM acme_box_user l WHERE NOT EXISTS (SELECT FROM acme_box o WHERE o.id = l.owner_id); ';
const cascade = 'ADD FOREIGN KEY (owner_id) REFERENCES acme_box ON DELETE CASCADE';
const kept = (before: string, alter: string, note = ''): string =>
  `${place}: no foreign key deletes the pairs in acme_box_user with their record, which they hold or outlive unless code of the module ` +
  `does: in a migration, ${before}ALTER TABLE acme_box_user ${alter}${note}`;
const noted = ' (this removes the pairs of records in 回收站 too, which are then restored without them)';
const told = (change: Partial<Resource> = {}) => untiedPairs(database.db, [...office.resources, { ...box, ...change }]);

it('asks for a table that is not there with the whole statement, which makes it right', async () => {
  expect(await mistakesOf(undefined)).toEqual([absent]);
  await database.pool.query(statement);
  expect(await mistakesOf(undefined)).toEqual([]);
});

it('asks for one of columns of another type', async () => {
  expect(await mistakesOf('owner_id uuid NOT NULL, target_id text')).toEqual([absent]);
});

it.each([
  ['without a key', `${owner}, ${target}`],
  ['with a key of its own', `id uuid PRIMARY KEY DEFAULT gen_random_uuid(), ${owner}, ${target}`],
  ['with a unique key over more', `${owner}, ${target}, place integer GENERATED ALWAYS AS IDENTITY, UNIQUE (owner_id, target_id, place)`],
  ['with a key that is checked later', `${owner}, ${target}, UNIQUE (owner_id, target_id) DEFERRABLE`],
])('refuses a table %s, with what mends it where pairs stand twice already', async (_what, columns) => {
  expect(await mistakesOf(columns)).toEqual([twice]);
  const { pool } = database;
  await pool.query(`INSERT INTO acme_box (id, box_name) VALUES (gen_random_uuid(), 'a') ON CONFLICT DO NOTHING`);
  const pair = 'INSERT INTO acme_box_user (owner_id, target_id) SELECT b.id, u.id FROM acme_box b, sys_user u';
  await pool.query(pair);
  if (!columns.includes('DEFERRABLE')) await pool.query(`${pair}; ${pair}`);
  await pool.query(`${apart}; ${unique}`);
  expect(await mistakesOf(undefined)).toEqual([]);
  const { rows } = await pool.query('SELECT owner_id, target_id FROM acme_box_user');
  expect(rows.length).toBeGreaterThan(0);
});

it.each([
  ['the other way round', `${owner}, ${target}, UNIQUE (target_id, owner_id)`],
  ['with more in its index', `${owner}, ${target}, note text, UNIQUE (owner_id, target_id) INCLUDE (note)`],
  ['of one record each', `${owner}, target_id uuid PRIMARY KEY REFERENCES sys_user`],
])('accepts a key %s', async (_what, columns) => {
  expect(await mistakesOf(columns)).toEqual([]);
});

it('does not take a partial index for a key', async () => {
  expect(await mistakesOf(`${owner}, ${target}, is_gone boolean`)).toEqual([twice]);
  await database.pool.query('CREATE UNIQUE INDEX ON acme_box_user (owner_id, target_id) WHERE NOT is_gone');
  expect(await mistakesOf(undefined)).toEqual([twice]);
});

it.each([
  ['nothing', '', orphans, cascade, noted],
  ['a key that holds', ' REFERENCES acme_box', '', `DROP CONSTRAINT acme_box_user_owner_id_fkey, ${cascade}`, ''],
  [
    'two keys, one of which holds',
    ' REFERENCES acme_box ON DELETE CASCADE, CONSTRAINT holds FOREIGN KEY (owner_id) REFERENCES acme_box',
    '',
    'DROP CONSTRAINT holds',
    '',
  ],
])('tells of a table whose pairs are tied to their record by %s, with what mends it', async (_what, tie, before, alter, note) => {
  expect(await mistakesOf(`owner_id uuid NOT NULL${tie}, ${target}, ${key}`)).toEqual([]);
  expect(await told()).toEqual([kept(before, alter, note)]);
  const { pool } = database;
  if (tie === '') await pool.query('INSERT INTO acme_box_user SELECT gen_random_uuid(), id FROM sys_user');
  await pool.query(`${before}ALTER TABLE acme_box_user ${alter}`);
  expect(await told()).toEqual([]);
});

it('keeps the pairs of records that are there, also where these have a column owner_id of their own', async () => {
  const { pool } = database;
  await pool.query('ALTER TABLE acme_box ADD owner_id uuid');
  try {
    await pool.query(`CREATE TABLE acme_box_user (owner_id uuid NOT NULL, ${target}, ${key})`);
    const [sentence = ''] = await told();
    const made = "INSERT INTO acme_box (id, box_name) VALUES (gen_random_uuid(), 'live') RETURNING id";
    await pool.query(`WITH made AS (${made}) INSERT INTO acme_box_user SELECT made.id, u.id FROM made, sys_user u LIMIT 1`);
    await pool.query('INSERT INTO acme_box_user SELECT gen_random_uuid(), id FROM sys_user LIMIT 1');
    await pool.query((sentence.split('in a migration, ')[1] ?? '').replace(noted, ''));
    const { rows } = await pool.query('SELECT b.box_name FROM acme_box_user p LEFT JOIN acme_box b ON b.id = p.owner_id');
    expect(rows).toEqual([{ box_name: 'live' }]);
  } finally {
    await pool.query('ALTER TABLE acme_box DROP owner_id');
  }
});

it('asks nothing of pairs that nobody writes, or whose record nobody deletes', async () => {
  const untied = `owner_id uuid NOT NULL, ${target}`;
  const kinds = { operations: ['select', 'select-page', 'create', 'save'] } satisfies Partial<Resource>;
  expect(await mistakesOf(untied, { form: ['boxName'] })).toEqual([]);
  expect(await mistakesOf(undefined, kinds)).toEqual([twice]);
  expect(await told(kinds)).toEqual([]);
  const written: Resource['fields'] = {
    ...box.fields,
    boxUsers: { ...box.fields['boxUsers'], byServer: true } as Resource['fields'][string],
  };
  expect(await mistakesOf(undefined, { form: ['boxName'], fields: written })).toEqual([twice]);
  expect(await told({ form: ['boxName'] })).toEqual([kept(orphans, cascade, noted)]);
});

it('asks nothing of a view', async () => {
  await database.pool.query('CREATE VIEW acme_pairs AS SELECT owner_id, target_id FROM sys_user_role');
  const fields: Resource['fields'] = { ...box.fields, boxUsers: { kind: 'references', label: '人', to: 'sys/user', link: 'acme_pairs' } };
  expect(await mistakesOf(undefined, { fields })).toEqual([]);
  expect(await told({ fields })).toEqual([]);
});
