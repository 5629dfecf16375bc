import { office } from '@back-office/app/office.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableOf } from '../testing/trial-module.ts';
import { neededColumns } from './needed-columns.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`${tableOf(
    'acme_box',
    `box_name text NOT NULL, box_size integer NOT NULL DEFAULT 1, box_kind text NOT NULL, box_tags text[] NOT NULL, box_open text NOT NULL,
    box_no text NOT NULL, box_secret text NOT NULL, box_state text NOT NULL, box_note text, label_pinyin text`,
  )}
  CREATE FUNCTION acme_number_box() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.Box_No := coalesce(NEW.Box_No, '1'); RETURN NEW; END $$;
  CREATE TRIGGER acme_number BEFORE INSERT OR UPDATE ON acme_box FOR EACH ROW EXECUTE FUNCTION acme_number_box()`);
});
afterAll(() => database.drop());

const box: Resource = defineResource({
  name: 'acme/box',
  title: '盒子',
  table: 'acme_box',
  label: 'boxName',
  fields: {
    boxName: { kind: 'text', label: '名称', max: 5, required: true },
    boxSize: { kind: 'number', label: '大小', min: 0, max: 9 },
    boxKind: { kind: 'dict', label: '种类', dict: 'gender', default: '男' },
    boxTags: { kind: 'texts', label: '标签', max: 5, most: 3 },
    boxOpen: { kind: 'boolean', label: '开着', default: '是' },
    boxNo: { kind: 'text', label: '编号', max: 9 },
    boxSecret: { kind: 'secret', label: '密码', min: 1, max: 9 },
    boxState: { kind: 'text', label: '状态', max: 9, byServer: true },
    boxNote: { kind: 'text', label: '备注', max: 9 },
  },
  list: ['boxName'],
  form: ['boxName', 'boxSize', 'boxKind', 'boxTags', 'boxOpen', 'boxNo', 'boxSecret', 'boxNote'],
  sort: 'boxName:asc',
});
const told = (field: string, column: string): string =>
  `acme/box.fields.${field}: the column ${column} of acme_box must have a value, but people may leave the field empty, and their save ` +
  `fails: say required: true, or ALTER TABLE acme_box ALTER ${column} DROP NOT NULL`;

it('finds nothing wrong with the product', async () => {
  expect(await neededColumns(database.db, office.resources)).toEqual([]);
});

it('tells of columns that must have a value below fields of the form that may be empty', async () => {
  expect(await neededColumns(database.db, [box])).toEqual([told('boxSize', 'box_size'), told('boxKind', 'box_kind')]);
});

it('tells nothing of what no form writes', async () => {
  expect(await neededColumns(database.db, [{ ...box, form: ['boxName'] }])).toEqual([]);
});
