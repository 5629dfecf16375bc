import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { type Issues, Sheet } from '@back-office/app/testing/server/sheet.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { migrationsOf, tableOf } from '../testing/trial-module.ts';

/* Unique values are compared as the unique index compares them, in a save, in a batch and in a file alike. */
const slot = defineResource({
  name: 'acme/slot',
  title: '时段',
  table: 'acme_slot',
  label: 'slotName',
  fields: {
    slotName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' },
    slotStart: { kind: 'datetime', label: '开始', log: 'plain' },
    slotPrice: { kind: 'number', label: '价格', min: 0, max: 1_000_000, decimals: 2, log: 'plain' },
    slotPlate: { kind: 'text', label: '牌号', shape: 'code', max: 20, log: 'plain' },
    slotCode: { kind: 'text', label: '编码', shape: 'code', max: 20, log: 'plain' },
  },
  list: ['slotName'],
  form: ['slotName', 'slotStart', 'slotPrice', 'slotPlate', 'slotCode'],
  import: ['slotName', 'slotStart', 'slotPrice', 'slotPlate', 'slotCode'],
  sort: 'createTime:desc',
  unique: [['slotStart', 'slotPrice'], ['slotPrice', 'slotStart', 'slotName'], ['slotPlate'], ['slotCode']],
});
const table = tableOf(
  'acme_slot',
  `slot_name text NOT NULL, slot_start timestamptz, slot_price numeric(9,2), slot_plate text, slot_code text, label_pinyin text,
  CONSTRAINT acme_slot_slot_start_slot_price_key UNIQUE (slot_start, slot_price),
  CONSTRAINT acme_slot_slot_price_slot_start_slot_name_key UNIQUE NULLS NOT DISTINCT (slot_price, slot_start, slot_name),
  CONSTRAINT acme_slot_slot_code_key UNIQUE (slot_code)`,
);
const plates = 'CREATE UNIQUE INDEX acme_slot_slot_plate_key ON acme_slot (lower(slot_plate));';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'slots', resources: [slot], menu: [] }], menu: [] },
    { name: 'acme', migrations: migrationsOf({ '0001-slots': table + plates }), features: [{ name: 'slots' }] },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

let count = 0;
const row = (more: object) => ({ slotName: `时段${(count += 1)}`, ...more });
const save = async (record: object) => (await app.call(admin, 'POST', 'acme/slot/save', record)).code;
/** The fields for which a batch and a file of these rows are refused, by row; a single save reports only the last of them. */
async function refused(...rows: object[]): Promise<string[]> {
  const { data } = await app.call<Issues | undefined>(admin, 'POST', 'acme/slot/save-batch?dryRun=true', rows);
  const found = data?.fields?.map(({ row: at, field }) => `${at} ${field}`) ?? [];
  const sheet = await Sheet.of(app, admin, slot, rows as Record<string, unknown>[]);
  expect((await sheet.check()).map((issue) => issue.split(' ').slice(0, 2).join(' '))).toEqual(found);
  return found;
}
const day = (slotStart: string, slotPrice: number | null = 1) => ({ slotStart: `2026-01-31 ${slotStart}`, slotPrice });

it('numbers and times are compared by value, however they are stored', async () => {
  expect(await save(row(day('08:00:00', 1.5)))).toBe(20000);
  expect(await save(row(day('08:00:00', 1.5)))).toBe(40900);
  expect(await refused(row(day('08:00:00', 1.5)), row(day('08:00:00', 2)), row(day('09:00:00', 1.5)))).toEqual(['0 slotPrice']);
  expect(await save(row({ ...day('10:00:00', 3), slotName: '甲' }))).toBe(20000);
  expect(await refused(row(day('10:00:00', 4)), row({ ...day('11:00:00', 3), slotName: '甲' }))).toEqual([]);
  expect(await refused({ ...day('10:00:00', 3), slotName: '甲' })).toEqual(['0 slotPrice', '0 slotName']);
});

it('an empty part of a unique key is equal or distinct as its index says', async () => {
  expect(await save(row({ slotPrice: 7 }))).toBe(20000);
  expect(await refused(row({ slotPrice: 7 }), row({ slotPrice: 7 }))).toEqual([]);
  expect(await save(row({ slotPrice: 7 }))).toBe(20000);
  expect(await save({ slotName: '乙', slotPrice: 8 })).toBe(20000);
  expect(await refused({ slotName: '乙', slotPrice: 8 })).toEqual(['0 slotName']);
  expect(await save({ slotName: '乙', slotPrice: 8 })).toBe(40900);
});

it('a code is compared case-sensitively, unless its index ignores case', async () => {
  expect(await save(row({ slotCode: 'ab', slotPlate: 'ab' }))).toBe(20000);
  expect(await refused(row({ slotCode: 'AB' }), row({ slotCode: 'Ab' }), row({ slotCode: 'ab' }))).toEqual(['2 slotCode']);
  expect(await refused(row({ slotCode: 'Q' }), row({ slotCode: 'q' }), row({ slotCode: 'Q' }))).toEqual(['2 slotCode']);
  expect(await refused(row({ slotPlate: 'AB' }), row({ slotPlate: 'Q' }), row({ slotPlate: 'q' }))).toEqual(['0 slotPlate', '2 slotPlate']);
  expect(await save(row({ slotCode: 'AB' }))).toBe(20000);
  expect(await save(row({ slotPlate: 'AB' }))).toBe(40900);
});
