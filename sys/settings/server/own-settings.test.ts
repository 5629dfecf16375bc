import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { office } from '@back-office/app/office.ts';
import { modules } from '@back-office/app/server/modules.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { defineSettings, settingsOf } from '@back-office/server/platform/module-settings.ts';
import { listenDescribed } from '@back-office/app/testing/server/listen-described.ts';
import { openTestApp, type TestApp, type TestAppParts } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allSettings } from '../known-settings.ts';

const onPage = (title: string, more = {}) => ({ title, group: '车队', about: `${title}的说明。`, ...more });
const declared = defineSettings({
  ACME_DAYS: { kind: 'number', about: 'Days', min: 1, max: 365, default: 30, page: onPage('提前几天', { unit: '天' }) },
  ACME_MODE: {
    kind: 'choice',
    about: 'How',
    values: ['slow', 'fast'],
    default: 'slow',
    page: onPage('方式', { labels: { slow: '逐个', fast: '一次' } }),
  },
  ACME_MAILS: { kind: 'switch', about: 'Whether it writes', default: false, page: onPage('发邮件') },
  ACME_APART: {
    kind: 'number',
    about: 'Days',
    min: 1,
    max: 9,
    default: 2,
    page: { title: '另一组', group: '车库', about: '另一组的说明。', unit: '天' },
  },
  ACME_CODE: { kind: 'text', about: 'A code', pattern: '[A-Z]{2}', default: 'AB', page: onPage('代号') },
  ACME_FIXED: { kind: 'number', about: 'Days', min: 1, max: 9, default: 1, page: onPage('写明的') },
  ACME_QUIET: { kind: 'number', about: 'Days', min: 1, max: 9, default: 1 },
});

let app: TestApp;
let admin: string;
const seen: Services[] = [];
const values = () => settingsOf(seen.at(-1) ?? expect.fail('no feature was asked for its calls'), declared);
const rowOf = async (name: string): Promise<AnyRow> =>
  (await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/setting/select-page?eq=settingName:${name}`)).data.items[0] ?? expect.fail(name);
const change = async (name: string, value: string | null) => {
  const { id, version } = await rowOf(name);
  return app.call(admin, 'PUT', `sys/setting/change/${id}`, { version, value });
};

/** A server with this module; `database` is that of another node. */
const open = (parts: TestAppParts): Promise<TestApp> => {
  const feature = { name: 'acme-cars', routes: (_app: unknown, services: Services) => void seen.push(services) };
  return openTestApp({
    ...parts,
    office: makeOffice([...office.modules, { name: 'acme', features: [{ name: 'acme-cars' }] }]),
    modules: [...modules, { name: 'acme', settings: declared, features: [feature] }],
  });
};

beforeAll(async () => {
  app = await open({ environment: { ACME_FIXED: '5' } });
  await listenDescribed(app);
  admin = await app.admin();
});
afterAll(() => app.drop());

it('a module’s settings are listed after the product’s, in the module’s own wording', async () => {
  const { data } = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/setting/select-page?limit=100');
  expect(data.items.slice(0, allSettings.length).map(({ settingName }) => settingName)).toEqual(allSettings.map(({ name }) => name));
  const own = data.items.slice(allSettings.length);
  expect(own.map(({ settingName, currentText, settingSource }) => [settingName, currentText, settingSource])).toEqual([
    ['ACME_DAYS', '30 天', '默认值'],
    ['ACME_MODE', '逐个', '默认值'],
    ['ACME_MAILS', '停用', '默认值'],
    ['ACME_CODE', 'AB', '默认值'],
    ['ACME_FIXED', '5', '环境变量'],
    ['ACME_APART', '2 天', '默认值'],
  ]);
});

it('a change applies at once, is recorded in the operation log, and can be reset to the default', async () => {
  expect((await change('ACME_DAYS', '7')).data).toMatchObject({ currentText: '7 天', settingSource: '已修改' });
  for (const [name, value] of [
    ['ACME_MODE', 'fast'],
    ['ACME_MAILS', 'on'],
    ['ACME_CODE', 'CD'],
  ] as const)
    expect((await change(name, value)).code).toBe(20000);
  expect(values()).toEqual({
    ACME_DAYS: 7,
    ACME_MODE: 'fast',
    ACME_MAILS: true,
    ACME_APART: 2,
    ACME_CODE: 'CD',
    ACME_FIXED: 5,
    ACME_QUIET: 1,
  });
  const { data } = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/log-opt/select-page?eq=optModule:参数设置&eq=optTarget:提前几天');
  expect(data.items.map(({ optChanges }) => optChanges)).toEqual([[{ field: 'currentText', label: '值', before: '30 天', after: '7 天' }]]);
  expect((await change('ACME_DAYS', null)).data).toMatchObject({ currentText: '30 天', settingSource: '默认值' });
  expect(values().ACME_DAYS).toBe(30);
});

it.each([
  ['ACME_DAYS', '0', '请输入 1 至 365 的整数'],
  ['ACME_MODE', 'medium', '请选择一项'],
  ['ACME_MAILS', 'yes', '请选择一项'],
  ['ACME_CODE', 'abc', '格式不对，请按说明填写'],
  ['ACME_FIXED', '6', '“写明的”由环境变量 ACME_FIXED 指定，请联系运维人员修改'],
])('the value of %s cannot be changed to “%s”: %s', async (name, value, message) => {
  const before = { ...values() };
  const answer = await change(name, value);
  expect(answer.code).not.toBe(20000);
  expect(answer.message).toBe(message);
  expect(values()).toEqual(before);
});

it('the input rules are sent to people who may read the page, and to nobody else', async () => {
  const { data } = await app.call<AnyRow[]>(admin, 'GET', 'sys/setting/select-own');
  expect(data.map(({ name }) => name)).toEqual(['ACME_DAYS', 'ACME_MODE', 'ACME_MAILS', 'ACME_CODE', 'ACME_FIXED', 'ACME_APART']);
  const other = await app.userWith({ 'sys/dict': ['read'] });
  expect((await app.call(other.token, 'GET', 'sys/setting/select-own')).code).toBe(40300);
});

it('another node applies a change made here', async () => {
  const other = await open({ database: app.database });
  await other.server.ready();
  expect((await change('ACME_DAYS', '9')).code).toBe(20000);
  await expect.poll(() => values().ACME_DAYS).toBe(9);
  await other.server.close();
});
