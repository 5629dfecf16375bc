import { office } from '@back-office/app/office.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { databaseMistakes, missingChoices, narrowColumns } from './check-database.ts';
import { unnamedIndexes } from './unnamed-indexes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`CREATE TABLE sys_box (id uuid, version integer, create_time timestamptz, create_user uuid,
    update_time timestamptz, update_user uuid, box_name text, box_size text, box_kind text, label_pinyin text,
    box_price integer, box_weight numeric(5, 2), box_count integer, box_ratio numeric)`);
});
afterAll(() => database.drop());

const box: Resource = defineResource({
  name: 'sys/box',
  title: '盒子',
  table: 'sys_box',
  label: 'boxName',
  fields: { boxName: { kind: 'text', label: '名称', max: 5 }, boxKind: { kind: 'dict', label: '种类', dict: 'gender' } },
  list: ['boxName'],
  form: ['boxName'],
  sort: 'boxName:asc',
});
const withField = (name: string, field: object): Partial<Resource> => ({ fields: { ...box.fields, [name]: field } as Resource['fields'] });

describe('the check of the database', () => {
  it('finds nothing wrong with the product', async () => {
    expect(await databaseMistakes(database.db, [...office.resources, box])).toEqual([]);
    expect(await missingChoices(database.db, [...office.resources, box])).toEqual([]);
    expect(await unnamedIndexes(database.db, office)).toEqual([]);
    expect(await narrowColumns(database.db, office.resources)).toEqual([]);
  });

  const cases: [string, Partial<Resource>, string][] = [
    ['a missing table', { table: 'sys_bx' }, 'sys/box.table: the database has no table sys_bx: make it in a migration'],
    [
      'a missing version column',
      { table: 'sys_user_role' },
      'sys/box: sys_user_role has no column version: add it in a migration, such as ALTER TABLE sys_user_role ADD version integer NOT NULL DEFAULT 1',
    ],
    [
      'a missing column',
      withField('boxWidth', { kind: 'number', label: '宽', min: 0, max: 9 }),
      'sys/box.fields.boxWidth: sys_box has no column box_width: add it in a migration, such as ALTER TABLE sys_box ADD box_width integer',
    ],
    [
      'a column of another type',
      withField('boxSize', { kind: 'number', label: '大小', min: 0, max: 9 }),
      'sys/box.fields.boxSize: the column box_size of sys_box is text, which holds no number: make it integer',
    ],
    [
      'a missing column for decimals',
      withField('boxWidth', { kind: 'number', label: '宽', min: -99_999, max: 9, decimals: 2 }),
      'sys/box.fields.boxWidth: sys_box has no column box_width: add it in a migration, such as ALTER TABLE sys_box ADD box_width numeric(7,2)',
    ],
    [
      'a missing column for large numbers',
      withField('boxWidth', { kind: 'number', label: '宽', min: 0, max: 3_000_000_000 }),
      'sys/box.fields.boxWidth: sys_box has no column box_width: add it in a migration, such as ALTER TABLE sys_box ADD box_width bigint',
    ],
    [
      'a column of whole numbers under decimals',
      withField('boxPrice', { kind: 'number', label: '价格', min: 0, max: 999_999, decimals: 2 }),
      'sys/box.fields.boxPrice: the column box_price of sys_box is integer, which rounds numbers with 2 decimals: ALTER TABLE sys_box ALTER box_price TYPE numeric(8,2)',
    ],
    [
      'a column of fewer decimals',
      withField('boxWeight', { kind: 'number', label: '重量', min: 0, max: 9, decimals: 4 }),
      'sys/box.fields.boxWeight: the column box_weight of sys_box is numeric(5,2), which rounds numbers with 4 decimals: ALTER TABLE sys_box ALTER box_weight TYPE numeric(7,4)',
    ],
    [
      'a missing column that the scope names',
      { scope: { org: 'boxOrg', hidden: ['boxOrg'] } },
      'sys/box.scope.hidden: sys_box has no column box_org: add it in a migration, such as ALTER TABLE sys_box ADD box_org uuid',
    ],
    [
      'a missing unique index',
      { unique: [['boxName']] },
      'sys/box.unique: boxName may stand twice: make a unique index sys_box_box_name_key in a migration',
    ],
    [
      'a missing index for the order of a log',
      { operations: ['select-page'], form: [] },
      'sys/box.sort: no index of sys_box begins with box_name: make one in a migration, CREATE INDEX ON sys_box (box_name, id)',
    ],
  ];
  it.each(cases)('reports a mistake with its place and the fix: %s', async (_what, change, sentence) => {
    expect(await databaseMistakes(database.db, [{ ...box, ...change }])).toContain(sentence);
  });

  const number = (name: string, field: object): Resource => ({
    ...box,
    ...withField(name, { kind: 'number', label: '数', min: 0, max: 999, ...field }),
  });

  it.each([
    ['numeric without a scale', number('boxRatio', { decimals: 4, max: 1e12 })],
    ['numeric of more decimals', number('boxWeight', { decimals: 1 })],
    ['whole numbers within their column', number('boxCount', { max: 2_147_483_647 })],
  ])('accepts %s', async (_what, resource) => {
    expect([await databaseMistakes(database.db, [resource]), await narrowColumns(database.db, [resource])]).toEqual([[], []]);
  });

  it.each([
    [
      number('boxCount', { max: 2_147_483_648 }),
      'sys/box.fields.boxCount: the column box_count of sys_box is integer and holds no number as large as 2147483648: ALTER TABLE sys_box ALTER box_count TYPE bigint',
    ],
    [
      number('boxCount', { min: -3_000_000_000 }),
      'sys/box.fields.boxCount: the column box_count of sys_box is integer and holds no number as large as -3000000000: ALTER TABLE sys_box ALTER box_count TYPE bigint',
    ],
    [
      number('boxWeight', { max: 1000, decimals: 2 }),
      'sys/box.fields.boxWeight: the column box_weight of sys_box is numeric(5,2) and holds no number as large as 1000: ALTER TABLE sys_box ALTER box_weight TYPE numeric(6,2)',
    ],
  ])('warns of a column too narrow for what the declaration allows, which loses nothing', async (resource, sentence) => {
    expect(await databaseMistakes(database.db, [resource])).toEqual([]);
    expect(await narrowColumns(database.db, [resource])).toEqual([sentence]);
  });

  it.each([
    [
      'a missing dictionary',
      { kind: 'dict', label: '种类', dict: 'box_kind' },
      'sys/box.fields.boxKind: there is no dictionary box_kind: make a root entry with that value, and its choices',
    ],
    [
      'a default that its dictionary does not have',
      { kind: 'dict', label: '种类', dict: 'gender', default: '方' },
      'sys/box.fields.boxKind: its default 方 is no choice of gender: add it, or give another default',
    ],
  ])('reports a mistake in a dictionary field: %s', async (_what, field, sentence) => {
    expect(await missingChoices(database.db, [{ ...box, ...withField('boxKind', field) }])).toEqual([sentence]);
  });

  it('reports a count of waiting records by a value that no record can have', async () => {
    const waiting = (word: string) => ({
      ...({ name: 'acme-people', title: '人', icon: 'user', order: 1, resource: 'sys/user' } as const),
      where: [
        ['eq', `userStatus:${word}`],
        ['like', 'userName:审'],
        ['eq', 'twoStep:是'],
      ] as const,
    });
    expect(await missingChoices(database.db, office.resources, [waiting('待审核')])).toEqual([]);
    expect(await missingChoices(database.db, office.resources, [waiting('待审')])).toEqual([
      'acme-people counts sys/user by userStatus:待审, which is no choice of user_status: correct the word, or add it',
    ]);
  });
});
