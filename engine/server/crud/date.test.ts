import { join } from 'node:path';
import { office } from '@back-office/app/office.ts';
import { createApp } from '@back-office/app/server/app.ts';
import { templateName } from '@back-office/contract/calls/import.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { read, utils } from '@e965/xlsx';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStorage } from '../platform/storage/folder-storage.ts';
import { readSettings } from '../platform/settings.ts';
import { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';

/* A date field without a time, through the calls of a resource that exists only in this test. */
const trip = defineResource({
  name: 'trial/trip',
  title: '出差',
  table: 'trial_trip',
  label: 'tripName',
  fields: {
    tripName: { kind: 'text', label: '事由', required: true, max: 50 },
    tripDate: { kind: 'date', label: '出发日期', log: 'plain' },
  },
  list: ['tripName', 'tripDate'],
  form: ['tripName', 'tripDate'],
  import: ['tripName', 'tripDate'],
  sort: 'tripDate:asc',
});
const table = `
  CREATE TABLE trial_trip (
    id uuid PRIMARY KEY,
    version integer NOT NULL DEFAULT 1,
    create_time timestamptz NOT NULL DEFAULT now(),
    create_user uuid,
    update_time timestamptz NOT NULL DEFAULT now(),
    update_user uuid,
    trip_name text NOT NULL,
    trip_date date,
    label_pinyin text
  )`;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  const database = await openTestDatabase();
  await database.pool.query(table);
  const server = await createApp({
    database,
    storage: await folderStorage(join(database.dataDir, 'files')),
    settings: readSettings({}),
    log: pino({ level: 'error' }),
    clock: () => new Date(),
    webRoot: undefined,
    office: makeOffice([...office.modules, { name: 'trial', features: [{ name: 'trips', resources: [trip] }] }]),
  });
  app = new TestApp(database, server, () => new Date());
  admin = await app.admin();
  for (const [tripName, tripDate] of [
    ['二', '2026-02-28'],
    ['一', '0001-01-01'],
    ['三', '9999-12-31'],
    ['无', null],
  ])
    expect(await save({ tripName, tripDate })).toMatchObject({ code: 20000, data: { tripName, tripDate } });
});
afterAll(() => app.drop());

const save = (values: Record<string, unknown>) => app.call(admin, 'POST', 'trial/trip/save', values);
const select = (query: Record<string, string>) =>
  app.call<{ items: AnyRow[] }>(admin, 'GET', `trial/trip/select-page?${new URLSearchParams(query).toString()}`);
const names = async (query: Record<string, string>) => (await select(query)).data.items.map((row) => row['tripName']);

it('a date is saved, read and changed as the same calendar day', async () => {
  const { data } = await save({ tripName: '存取', tripDate: '2026-03-29' });
  expect((await app.call(admin, 'GET', `trial/trip/select/${data.id}`)).data['tripDate']).toBe('2026-03-29');
  expect((await save({ ...data, tripDate: '2026-03-30' })).data).toMatchObject({ tripDate: '2026-03-30', version: 2 });
  expect((await app.call(admin, 'DELETE', `trial/trip/delete/${data.id}`)).code).toBe(20000);
});

it.each(['2026-02-30', '2026-02-28 08:00:00', '2026/02/28', 'infinity', 20260228])('a date is refused as %j', async (tripDate) => {
  const { code, data } = await save({ tripName: '错', tripDate });
  expect([code, data]).toMatchObject([40000, { fields: [{ field: 'tripDate' }] }]);
});

describe('a list with a date field', () => {
  it.each([
    [{ ge: 'tripDate:2026-02-28' }, ['二', '三']],
    [{ le: 'tripDate:2026-02-28' }, ['一', '二']],
    [{ ge: 'tripDate:2026-03-01' }, ['三']],
    [{ eq: 'tripDate:2026-02-28' }, ['二']],
    [{ eq: 'tripDate:' }, ['无']],
    [{ like: 'tripDate:-02-' }, ['二']],
    [{ sort: 'tripDate:desc', ge: 'tripDate:0001-01-01' }, ['三', '二', '一']],
  ])('filters and sorts by date: %j', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  it.each(['ge=2026-02-30', 'le=2026-02-28 00:00:00', 'eq=today', 'like=%'])('refuses a filter that is not a date: %s', async (item) => {
    const [operator = '', value = ''] = item.split('=');
    expect((await select({ [operator]: `tripDate:${value}` })).code).toBe(40000);
  });
});

it('a date is exported in the format of the API, and checked when it is imported', async () => {
  const { rawPayload } = await app.server.inject({
    method: 'GET',
    url: '/api/trial/trip/export?eq=tripName:%E4%BA%8C',
    headers: { authorization: admin },
  });
  const book = read(rawPayload);
  const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
  expect(rows).toEqual([
    ['事由', '出发日期'],
    ['二', '2026-02-28'],
  ]);
  const opened = await app.call(admin, 'POST', 'trial/trip/open-import', { type: templateName(trip), fileName: 'a.xlsx' });
  const sheet = String(opened.data['id']);
  const given = ['2026-05-01', '2026-05-32'].map((tripDate, row) => ({ row, values: { tripName: `导入${row}`, tripDate } }));
  expect((await app.call(admin, 'POST', `trial/trip/add-import-rows/${sheet}`, given)).code).toBe(20000);
  const check = await app.call<{ issues: { row: number; field: string }[] }>(admin, 'POST', `trial/trip/check-import/${sheet}`);
  expect(check.data.issues).toMatchObject([{ row: 1, field: 'tripDate' }]);
});
