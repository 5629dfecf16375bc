import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsOf, tableOf } from '../testing/trial-module.ts';

/* Unique values that go from one record of a batch to another: people correct codes that were mixed up. */
const seat = defineResource({
  name: 'acme/seat',
  title: '座位',
  table: 'acme_seat',
  label: 'seatName',
  fields: {
    seatName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' },
    seatNo: { kind: 'number', label: '座号', min: 1, max: 99, log: 'plain' },
    seatDay: { kind: 'date', label: '日期', log: 'plain' },
    seatTime: { kind: 'datetime', label: '时间', log: 'plain' },
    seatPlate: { kind: 'text', label: '牌号', max: 20, log: 'plain' },
    seatMark: { kind: 'text', label: '标记', max: 20, log: 'plain' },
    seatOrg: { kind: 'reference', label: '机构', to: 'sys/org', log: 'plain' },
    seatUser: { kind: 'reference', label: '人员', to: 'sys/user', required: true, log: 'plain' },
  },
  list: ['seatName'],
  form: ['seatName', 'seatNo', 'seatDay', 'seatTime', 'seatPlate', 'seatMark', 'seatOrg', 'seatUser'],
  import: ['seatName'],
  sort: 'createTime:desc',
  unique: [['seatNo'], ['seatDay'], ['seatTime'], ['seatPlate'], ['seatMark'], ['seatOrg'], ['seatUser']],
});
const table = tableOf(
  'acme_seat',
  `seat_name text NOT NULL, seat_no integer CHECK (seat_no > 0), seat_day date, seat_time timestamptz, seat_plate text,
  seat_mark text CHECK (length(seat_mark) < 5), seat_org uuid REFERENCES sys_org, seat_user uuid NOT NULL REFERENCES sys_user, label_pinyin text,
  ${['no', 'day', 'time', 'mark', 'org', 'user'].map((name) => `CONSTRAINT acme_seat_seat_${name}_key UNIQUE (seat_${name})`).join()}`,
);
const shelf = defineResource({
  name: 'acme/shelf',
  title: '架子',
  table: 'acme_shelf',
  label: 'shelfName',
  fields: {
    shelfName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' },
    shelfOrg: { kind: 'reference', label: '机构', to: 'sys/org', log: 'plain' },
    shelfNo: { kind: 'number', label: '架号', min: 1, max: 99, required: true, log: 'plain' },
    shelfTime: { kind: 'datetime', label: '时间', log: 'plain' },
    shelfRow: { kind: 'text', label: '排', required: true, max: 50, log: 'plain' },
    shelfMark: { kind: 'text', label: '标记', required: true, max: 50, log: 'plain' },
    shelfTag: { kind: 'text', label: '标签', required: true, max: 50, log: 'plain' },
    shelfSign: { kind: 'text', label: '记号', required: true, max: 50, log: 'plain' },
  },
  list: ['shelfName'],
  form: ['shelfName', 'shelfOrg', 'shelfNo', 'shelfTime', 'shelfRow', 'shelfMark', 'shelfTag', 'shelfSign'],
  import: ['shelfName'],
  sort: 'createTime:desc',
  unique: [['shelfOrg', 'shelfNo'], ['shelfOrg', 'shelfTime'], ['shelfRow', 'shelfMark'], ['shelfRow', 'shelfTag'], ['shelfSign']],
});
const shelves = tableOf(
  'acme_shelf',
  `shelf_name text NOT NULL, shelf_org uuid REFERENCES sys_org, shelf_no integer NOT NULL, shelf_time timestamptz, shelf_row text NOT NULL,
  shelf_mark text NOT NULL, shelf_tag text NOT NULL, shelf_sign text NOT NULL CHECK (length(shelf_sign) < 9), label_pinyin text,
  CONSTRAINT acme_shelf_shelf_org_shelf_no_key UNIQUE (shelf_org, shelf_no),
  CONSTRAINT acme_shelf_shelf_org_shelf_time_key UNIQUE (shelf_org, shelf_time),
  CONSTRAINT acme_shelf_shelf_row_shelf_tag_key UNIQUE (shelf_row, shelf_tag)`,
);
const caseless = `CREATE UNIQUE INDEX acme_shelf_shelf_row_shelf_mark_key ON acme_shelf (lower(shelf_row), lower(shelf_mark));
  CREATE UNIQUE INDEX acme_shelf_shelf_sign_key ON acme_shelf (lower(shelf_sign));`;
const plates = 'CREATE UNIQUE INDEX acme_seat_seat_plate_key ON acme_seat (lower(seat_plate));';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'seats', resources: [seat, shelf], menu: [] }], menu: [] },
    { name: 'acme', migrations: migrationsOf({ '0001-seats': table + plates + shelves + caseless }), features: [{ name: 'seats' }] },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

let count = 0;
const next = (): number => (count += 1);
const batch = (resource: string, rows: readonly object[], query = '') =>
  app.call<AnyRow[]>(admin, 'POST', `${resource}/save-batch${query}`, rows);
async function made(resource: string, ...rows: object[]): Promise<AnyRow[]> {
  const { code, message, data } = await batch(resource, rows);
  expect(code, message).toBe(20000);
  return data;
}
/** Saves the batch, which its check accepts, and returns the field of its rows. */
async function saved(resource: string, field: string, rows: readonly object[]): Promise<unknown[]> {
  expect(await batch(resource, rows, '?dryRun=true')).toMatchObject({ code: 20000, data: [] });
  const { code, message, data } = await batch(resource, rows);
  expect(code, message).toBe(20000);
  return data.map((row) => row[field]);
}
/** The field of these records as they are read afterwards. */
const stored = async (resource: string, field: string, ...rows: (AnyRow | undefined)[]) =>
  Promise.all(rows.map(async (row) => (await app.call<AnyRow>(admin, 'GET', `${resource}/select/${row?.id}`)).data[field]));
const changed = (row: AnyRow | undefined, values: object) => ({ id: row?.id, version: row?.version, ...values });
const district = (more = {}) => ({ districtCode: String(910_000 + next()), districtName: `地区${count}`, districtLevel: '县', ...more });
const entry = (more = {}) => ({ dictLabel: `字典${next()}`, dictValue: `exchanged_${count}`, ...more });
const onShelf = (more = {}) => ({
  shelfName: `架子${next()}`,
  shelfNo: 1,
  shelfRow: `row-${count}`,
  shelfMark: `mark-${count}`,
  shelfTag: `tag-${count}`,
  shelfSign: `sign-${count}`,
  ...more,
});
/** As many seats, each of another person, with these values. */
const seats = async (...rows: object[]): Promise<AnyRow[]> =>
  made(
    'acme/seat',
    ...(await Promise.all(rows.map(async (more) => ({ seatName: `座位${next()}`, seatUser: (await app.userWith({})).userId, ...more })))),
  );
const orgIds = async () =>
  (await made('sys/org', ...[next(), next()].map((at) => ({ orgName: `机构${at}`, orgCode: `seat-${at}` })))).map(({ id }) => id);

describe('two records of a batch', () => {
  it('exchange their unique codes, each with one version and one line of the operation log', async () => {
    const [one, other] = await made('sys/district', district(), district());
    const [a, b] = [one?.['districtCode'], other?.['districtCode']];
    const rows = [changed(one, { districtCode: b }), changed(other, { districtCode: a })];
    expect(await saved('sys/district', 'districtCode', rows)).toEqual([b, a]);
    const found = await app.call<AnyRow>(admin, 'GET', `sys/district/select/${other?.id}`);
    expect(found.data).toMatchObject({ districtCode: a, version: 2 });
    const history = await app.call<AnyRow[]>(admin, 'GET', `sys/district/select-history/${one?.id}`);
    expect(history.data.map(({ optType, optChanges }) => [optType, (optChanges as AnyRow[]).length])).toEqual([
      ['修改', 1],
      ['新增', expect.any(Number)],
    ]);
    expect(history.data[0]?.['optChanges']).toMatchObject([{ field: 'districtCode', before: a, after: b }]);
  });

  it.each([
    ['numbers', 'seatNo', 1, 2],
    ['days', 'seatDay', '2026-01-31', '2026-02-28'],
    ['times', 'seatTime', '2026-01-31 08:00:00', '2026-01-31 09:00:00'],
    ['texts that ignore case', 'seatPlate', 'ab', 'CD'],
    ['texts of which the table wants only few characters', 'seatMark', 'ab', 'cd'],
  ])('exchange unique %s', async (_, field, a, b) => {
    const [one, other] = await seats({ [field]: a }, { [field]: b });
    expect(await saved('acme/seat', field, [changed(one, { [field]: b }), changed(other, { [field]: a })])).toEqual([b, a]);
  });

  it('exchange a unique text that ignores case in another case', async () => {
    const [one, other] = await seats({ seatPlate: 'ef' }, { seatPlate: 'GH' });
    expect(await saved('acme/seat', 'seatPlate', [changed(one, { seatPlate: 'gh' }), changed(other, { seatPlate: 'EF' })])).toEqual([
      'gh',
      'EF',
    ]);
  });

  it('exchange an optional unique reference', async () => {
    const [a, b] = await orgIds();
    const [one, other] = await seats({ seatOrg: a }, { seatOrg: b });
    expect(await saved('acme/seat', 'seatOrg', [changed(one, { seatOrg: b }), changed(other, { seatOrg: a })])).toEqual([b, a]);
  });

  it('exchange values that are unique below a parent, also as they exchange their parents', async () => {
    const [top, beside] = await made('sys/dict', entry(), entry());
    const [one, other] = await made('sys/dict', entry({ parentId: top?.id }), entry({ parentId: top?.id }));
    const [a, b] = [one?.['dictValue'], other?.['dictValue']];
    expect(await saved('sys/dict', 'dictValue', [changed(one, { dictValue: b }), changed(other, { dictValue: a })])).toEqual([b, a]);
    const [third] = await made('sys/dict', entry({ parentId: beside?.id, dictValue: b }));
    const moved = [changed(one, { version: 2, parentId: beside?.id }), changed(third, { parentId: top?.id })];
    expect(await saved('sys/dict', 'parentId', moved)).toEqual([beside?.id, top?.id]);
    expect(await stored('sys/dict', 'dictValue', one, third)).toEqual([b, b]);
    const history = await app.call<AnyRow[]>(admin, 'GET', `sys/dict/select-history/${one?.id}`);
    expect(history.data[0]?.['optChanges']).toMatchObject([{ field: 'parentId' }]);
  });

  it('exchange one field of a unique key and keep its other ones', async () => {
    const [a, b] = await orgIds();
    const [time, exact] = ['2026-01-31 08:00:00', '2026-01-31 08:00:00.123456'];
    const [one, other] = await made('acme/shelf', ...[a, b].map((shelfOrg) => onShelf({ shelfOrg, shelfTime: time, shelfRow: 'same' })));
    await app.database.pool.query(`UPDATE acme_shelf SET shelf_time = '${exact}'`);
    const [tag, mark] = ['shelfTag', 'shelfMark'].map((name) => [one?.[name], other?.[name]]);
    const rows = [
      changed(one, { shelfOrg: b, shelfTag: tag?.[1], shelfMark: mark?.[1] }),
      changed(other, { shelfOrg: a, shelfTag: tag?.[0], shelfMark: mark?.[0] }),
    ];
    expect(await saved('acme/shelf', 'shelfOrg', rows)).toEqual([b, a]);
    expect(await stored('acme/shelf', 'shelfNo', one, other)).toEqual([1, 1]);
    expect(await stored('acme/shelf', 'shelfRow', one, other)).toEqual(['same', 'same']);
    const { rows: times } = await app.database.pool.query(`SELECT id FROM acme_shelf WHERE shelf_time = '${exact}'`);
    expect(times).toHaveLength(2);
  });

  it('are both refused with dryRun and without, if a unique and required reference of theirs cannot be exchanged', async () => {
    const [one, other] = await seats({}, {});
    const rows = [changed(one, { seatUser: other?.['seatUser'] }), changed(other, { seatUser: one?.['seatUser'] })];
    const fields = [0, 1].map((row) => ({ row, field: 'seatUser', message: '人员已存在' }));
    expect(await batch('acme/seat', rows, '?dryRun=true')).toMatchObject({ code: 40000, data: { fields } });
    expect(await batch('acme/seat', rows)).toMatchObject({ code: 40000, data: { fields } });
  });
});

describe('records of a batch', () => {
  it('pass their unique codes on in a row, also to a new one', async () => {
    const stored = await made('sys/district', district(), district(), district());
    const values = stored.map(({ districtCode }) => districtCode);
    const codes = [values[1], values[2], String(910_000 + next()), values[0]];
    const rows = [...stored.map((row, at) => changed(row, { districtCode: codes[at] })), district({ districtCode: codes[3] })];
    expect(await saved('sys/district', 'districtCode', rows)).toEqual(codes);
  });

  it('exchange unique values while some of them have none', async () => {
    const [one, other] = await seats({ seatPlate: 'ij' }, {});
    const rows = [changed(one, { seatPlate: null }), changed(other, { seatPlate: 'ij' })];
    expect(await saved('acme/seat', 'seatPlate', rows)).toEqual([null, 'ij']);
  });

  it('change only the case of unique texts, also where the table wants only few characters', async () => {
    const [one, other] = await made('acme/shelf', onShelf(), onShelf());
    const upper = [one, other].map((row) => String(row?.['shelfMark']).toUpperCase());
    const rows = [one, other].map((row, at) => changed(row, { shelfMark: upper[at], shelfSign: String(row?.['shelfSign']).toUpperCase() }));
    expect(await saved('acme/shelf', 'shelfMark', rows)).toEqual(upper);
    expect(await stored('acme/shelf', 'shelfRow', one, other)).toEqual([one?.['shelfRow'], other?.['shelfRow']]);
  });

  it('move away from below a parent while a new one takes the place', async () => {
    const [top, beside] = await made('sys/dict', entry(), entry());
    const [one] = await made('sys/dict', entry({ parentId: top?.id }));
    const value = one?.['dictValue'];
    const rows = [changed(one, { parentId: beside?.id }), entry({ parentId: top?.id, dictValue: value })];
    expect(await saved('sys/dict', 'dictValue', rows)).toEqual([value, value]);
  });
});
