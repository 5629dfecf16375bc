import type { HistoryEntry } from '@back-office/contract/calls/history.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { read as readBook, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { office } from '@back-office/app/office.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { defineExtension } from '@back-office/contract/resource/extension.ts';
import { Samples } from '@back-office/app/testing/server/samples.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { agreements, migrationsOf, moduleOf, serverOf } from '../testing/trial-module.ts';

/* A field that a module adds to accounts appears wherever the fields of accounts do. */
let app: TestApp;
let admin: string;
let saved: AnyRow;
beforeAll(async () => {
  app = await openModuleApp(moduleOf(agreements), serverOf());
  admin = await app.admin();
  saved = (await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'badged', userName: '张三', acmeBadge: 'A-7' })).data;
});
afterAll(() => app.drop());

const page = async (path: string) => (await app.call<{ items: AnyRow[] }>(admin, 'GET', path)).data.items;

describe('a field that a module adds to another module’s resource', () => {
  it('is saved, validated as declared, shown, searched and sorted by', async () => {
    expect(saved).toMatchObject({ acmeBadge: 'A-7' });
    expect((await app.call(admin, 'GET', `sys/user/select/${saved.id}`)).data).toMatchObject({ acmeBadge: 'A-7' });
    const long = { userAccount: 'long', userName: '李四', acmeBadge: 'x'.repeat(21) };
    expect(await app.call(admin, 'POST', 'sys/user/save', long)).toMatchObject({ code: 40000, data: { fields: [{ field: 'acmeBadge' }] } });
    expect(await page('sys/user/select-page?like=acmeBadge:a-')).toMatchObject([{ userAccount: 'badged', acmeBadge: 'A-7' }]);
    expect((await page('sys/user/select-page?sort=acmeBadge:asc'))[0]).toMatchObject({ acmeBadge: 'A-7' });
  });

  it('is exported under its label', async () => {
    const { statusCode, rawPayload } = await app.server.inject({
      url: '/api/sys/user/export?columns=userAccount,acmeBadge&like=acmeBadge:A-7',
      headers: { authorization: admin },
    });
    const book = readBook(rawPayload);
    const rows = utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
    expect([statusCode, rows]).toEqual([
      200,
      [
        ['账号', '工牌号'],
        ['badged', 'A-7'],
      ],
    ]);
  });

  it('appears in the operation log and in the record’s history', async () => {
    const { data } = await app.call(admin, 'POST', 'sys/user/save', { ...saved, acmeBadge: 'A-8' });
    expect(data).toMatchObject({ acmeBadge: 'A-8', version: 2 });
    const { data: history } = await app.call<HistoryEntry[]>(admin, 'GET', `sys/user/select-history/${saved.id}`);
    const changes = history.flatMap(({ optChanges }) => optChanges ?? []);
    expect(changes).toEqual(expect.arrayContaining([{ field: 'acmeBadge', label: '工牌号', before: 'A-7', after: 'A-8' }]));
    saved = data;
  });

  it('is restored with its record from the recycle bin', async () => {
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${saved.id}`)).code).toBe(20000);
    const [kept] = await page('sys/recycle/select-page');
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${kept?.id}`)).code).toBe(20000);
    expect((await app.call(admin, 'GET', `sys/user/select/${saved.id}`)).data).toMatchObject({ acmeBadge: 'A-8' });
  });

  it('keeps its value when people save their own account without it', async () => {
    const { token, userId } = await app.userWith({});
    await app.database.pool.query("UPDATE sys_user SET acme_badge = 'A-9' WHERE id = $1", [userId]);
    const { data: mine } = await app.call(token, 'GET', `sys/user/select-info/${userId}`);
    const stale = await app.call(token, 'PUT', 'sys/user/save-info', { version: 0, userName: '旧' });
    expect(stale).toMatchObject({ code: 40900, data: { conflict: 'version' } });
    // Whether people see it is up to the module, in a conflict too.
    expect(JSON.stringify([mine, stale])).not.toMatch(/acmeBadge|A-9/);
    expect((await app.call(token, 'PUT', 'sys/user/save-info', { ...mine, userName: '王五' })).code).toBe(20000);
    expect((await app.call(admin, 'GET', `sys/user/select/${userId}`)).data).toMatchObject({ acmeBadge: 'A-9', userName: '王五' });
  });
});

it.each([
  ['sys/log-opt', 'optType'],
  ['sys/recycle', 'recycleName'],
])('a field that a module adds to %s is in its lines and records', async (name, label) => {
  const noted = defineExtension({ resource: name, fields: { acmeNote: { kind: 'text', label: '附注', max: 20 } }, list: ['acmeNote'] });
  const module = { name: 'acme', features: [{ name: 'notes', resources: [], menu: [], extend: [noted] }], menu: [] };
  const sql = `ALTER TABLE ${office.resourceOf(name).table} ADD COLUMN acme_note text DEFAULT '注'`;
  const company = await openModuleApp(module, {
    name: 'acme',
    migrations: migrationsOf({ '0001-notes': sql }),
    features: [{ name: 'notes' }],
  });
  onTestFinished(() => company.drop());
  const token = await company.admin();
  const { data: made } = await company.call(token, 'POST', 'sys/dict/save', { dictLabel: '甲', dictValue: 'noted' });
  await company.call(token, 'DELETE', `sys/dict/delete/${made.id}`);
  const { items } = (await company.call<{ items: AnyRow[] }>(token, 'GET', `${name}/select-page?like=acmeNote:注`)).data;
  expect(items[0]).toMatchObject({ acmeNote: '注', [label]: expect.any(String) as string });
  expect((await company.call(token, 'GET', `${name}/select/${items[0]?.id}`)).data).toMatchObject({ acmeNote: '注' });
});

describe('a field that a module adds to every resource', () => {
  const written = office.resources.filter(({ operations, form }) => operations.includes('save') && form.length > 0);
  const extend = written.map(({ name }) =>
    defineExtension({ resource: name, fields: { acmeExtra: { kind: 'text', label: '另外', max: 20, log: 'plain' } }, form: ['acmeExtra'] }),
  );
  const columns = written.map(({ table }) => `ALTER TABLE ${table} ADD COLUMN acme_extra text;`).join('\n');
  let company: TestApp;
  let samples: Samples;
  let extended: Office;
  beforeAll(async () => {
    const module = { name: 'acme', features: [{ name: 'extras', resources: [], menu: [], extend }], menu: [] };
    company = await openModuleApp(module, {
      name: 'acme',
      migrations: migrationsOf({ '0001-extras': columns }),
      features: [{ name: 'extras' }],
    });
    extended = makeOffice([...office.modules, module]);
    samples = new Samples(company, await company.admin(), { office: extended });
  });
  afterAll(() => company.drop());

  it.each(written.map(({ name }) => name))('is saved in %s', async (name) => {
    const resource = extended.resourceOf(name);
    expect(await samples.save(resource, { ...(await samples.full(resource)), acmeExtra: '甲' })).toMatchObject({ acmeExtra: '甲' });
  });
});
