import { office } from '@back-office/app/office.ts';
import { modules } from '@back-office/app/server/modules.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { defineSettings, type SettingDeclarations } from '@back-office/server/platform/module-settings.ts';
import { listenDescribed } from '@back-office/app/testing/server/listen-described.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* Stored values of a module's settings that its next version declares differently. */
const onPage = (title: string, more = {}) => ({ page: { title, group: '车队', about: `${title}的说明。`, ...more } });
const before = defineSettings({
  ACME_DAYS: { kind: 'number', about: 'Days', min: 1, max: 365, default: 30, ...onPage('提前几天', { unit: '天' }) },
  ACME_MODE: { kind: 'choice', about: 'How', values: ['slow', 'fast'], default: 'slow', ...onPage('方式', { labels: { fast: '一次' } }) },
  ACME_WORD: { kind: 'text', about: 'A word', default: 'none', ...onPage('口令') },
});
const after = defineSettings({
  ACME_DAYS: { kind: 'number', about: 'Days', min: 1, max: 100, default: 60, ...onPage('提前几天', { unit: '天' }) },
  ACME_MODE: { kind: 'choice', about: 'How', values: ['slow', 'fast'], default: 'slow', ...onPage('方式', { labels: { fast: '一并' } }) },
  ACME_WORD: { kind: 'text', about: 'A word', secret: true },
});

let first: TestApp;
let second: TestApp;
let admin: string;
let services: Services | undefined;
const rowOf = async (app: TestApp, name: string): Promise<AnyRow | undefined> =>
  (await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/setting/select-page?eq=settingName:${name}`)).data.items[0];

async function open(settings: SettingDeclarations, database?: TestApp['database']): Promise<TestApp> {
  const feature = { name: 'acme-cars', routes: (_app: unknown, given: Services) => void (services = given) };
  const app = await openTestApp({
    ...(database === undefined ? {} : { database }),
    office: makeOffice([...office.modules, { name: 'acme', features: [{ name: 'acme-cars' }] }]),
    modules: [...modules, { name: 'acme', settings, features: [feature] }],
  });
  await listenDescribed(app);
  return app;
}

async function change(app: TestApp, name: string, value: string | null) {
  const row = (await rowOf(app, name)) ?? expect.fail(name);
  return app.call(admin, 'PUT', `sys/setting/change/${row.id}`, { version: row['version'], value });
}

beforeAll(async () => {
  first = await open(before);
  admin = await first.admin();
  for (const [name, value] of [
    ['ACME_DAYS', '300'],
    ['ACME_MODE', 'fast'],
    ['ACME_WORD', 'swordfish'],
  ] as const)
    expect((await change(first, name, value)).code).toBe(20000);
  // A server of the older version keeps running for a while.
  second = await open(after, first.database);
});
afterAll(async () => {
  await second.server.close();
  await first.drop();
});

it('a stored value that no longer fits is marked as such, the default applies, and it can be changed or reset', async () => {
  expect(services?.moduleSettings.get(after)).toMatchObject({ ACME_DAYS: 60, ACME_MODE: 'fast' });
  expect(await rowOf(second, 'ACME_DAYS')).toMatchObject({ currentText: '60 天', currentValue: '60', settingSource: '存储的值不适用' });
  expect((await change(second, 'ACME_DAYS', '90')).data).toMatchObject({ currentText: '90 天', settingSource: '已修改' });
  await first.database.pool.query(`UPDATE sys_setting SET stored_value = '300', stored_fits = false WHERE setting_name = 'ACME_DAYS'`);
  expect((await change(second, 'ACME_DAYS', null)).data).toMatchObject({ currentText: '60 天', settingSource: '默认值' });
});

it('a stored value that still fits is shown in the wording of the current version', async () => {
  expect(await rowOf(second, 'ACME_MODE')).toMatchObject({ currentText: '一并', settingSource: '已修改' });
});

it('a stored value of a setting that has become secret is deleted and shown to nobody', async () => {
  const row = await rowOf(second, 'ACME_WORD');
  expect(row).toBeUndefined();
  const { rows } = await first.database.pool.query(`SELECT FROM sys_setting WHERE stored_value = 'swordfish'`);
  expect(rows).toEqual([]);
  expect(services?.moduleSettings.get(after)).toMatchObject({ ACME_WORD: undefined });
});
