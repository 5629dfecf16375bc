import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { Module } from '@back-office/contract/office/module.ts';
import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../testing/server/test-database.ts';
import { agreements, migrationsOf, moduleOf, serverOf, tablesSql } from '@back-office/server/testing/trial-module.ts';
import { sys } from '@back-office/sys/module.ts';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { modules as own } from './modules.ts';

/* Modules beside our own, on the server: their migrations, their first records, and mistakes that stop the start. */
let database: TestDatabase | undefined;
let app: TestApp | undefined;
afterEach(async () => {
  await app?.drop();
  await database?.drop();
  [app, database] = [undefined, undefined];
});

type Told = Record<'module' | 'last' | 'msg', string>;
const told: Told[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line) as Told) });

/** Prepares the test's database for our module and these. */
async function prepare(modules: readonly Module[], servers: readonly ServerModule[]): Promise<TestDatabase> {
  database ??= await openTestDatabase();
  await prepareDatabase(database, { log, office: makeOffice([sys, ...modules]), modules: [...own, ...servers] });
  return database;
}

const acme = moduleOf(agreements);
const applied = async ({ pool }: TestDatabase): Promise<string[]> =>
  (await pool.query<{ name: string }>("SELECT name FROM schema_migration WHERE name LIKE '%/%' ORDER BY 1")).rows.map(({ name }) => name);

describe('the migrations of a module', () => {
  it('run once, after those of the product, under the module’s name', async () => {
    const server = serverOf();
    const { pool } = await prepare([acme], [server]);
    expect(await applied(await prepare([acme], [server]))).toEqual(['acme/0001-agreements']);
    expect((await pool.query('SELECT acme_badge FROM sys_user')).rows).toHaveLength(1);
    const { rows } = await pool.query("SELECT root_path FROM sys_function WHERE function_component = 'acme/agreement/list'");
    expect(rows).toEqual([{ root_path: '/acme/agreement/list' }]);
  });

  it('are refused on their own when changed, unknown, misnamed, failing or without a folder', async () => {
    await prepare([acme], [serverOf()]);
    const with_ = (files: Record<string, string>) => prepare([acme], [{ name: 'acme', features: [], migrations: migrationsOf(files) }]);
    await expect(with_({ '0001-agreements': 'SELECT 1' })).rejects.toThrow('The migration acme/0001-agreements was changed');
    await expect(with_({ '0002-more': 'SELECT 1' })).rejects.toThrow(
      'has the migration acme/0001-agreements, which the module acme that is here does not know: a newer one made it, start that one.',
    );
    await expect(with_({ '2-more': 'SELECT 1' })).rejects.toThrow('The migration 2-more.sql must be named NNNN-name.sql');
    await expect(prepare([acme], [{ name: 'acme', features: [], migrations: '/nowhere/at-all' }])).rejects.toThrow(
      'The module acme says that its migrations lie in /nowhere/at-all, which is no folder',
    );
    await expect(with_({ '0001-agreements': tablesSql, '0002-wrong': 'SELEC 1' })).rejects.toThrow('The migration acme/0002-wrong failed');
  });

  it('remain when the module is removed, which is logged, and the module comes back with all of its data', async () => {
    const server = serverOf();
    const { pool } = await prepare([acme], [server]);
    await pool.query("INSERT INTO acme_agreement (id, agreement_name) VALUES (gen_random_uuid(), '甲')");
    await pool.query("UPDATE sys_user SET acme_badge = 'A-7'");
    await pool.query(
      `INSERT INTO sys_recycle (id, recycle_name, recycle_module, expire_time, target_resource, target_id, content)
       VALUES (gen_random_uuid(), '乙', '合同', now() + interval '1 day', 'acme/agreement', gen_random_uuid(), '{}')`,
    );
    told.length = 0;
    await prepare([], []);
    expect(told).toMatchObject([
      { module: 'acme', last: 'acme/0001-agreements', msg: expect.stringContaining('holds the module acme up to acme/0001-agreements') },
    ]);
    app = await openTestApp({ database: await prepare([], []) });
    database = undefined;
    const admin = await app.admin();
    expect((await app.call(admin, 'GET', 'acme/agreement/select-page')).code).toBe(40404);
    expect((await app.call(admin, 'GET', 'sys/function/select-user-functions')).code).toBe(20000);
    const person = await app.userWith({ 'sys/org': ['read'], 'acme/agreement': ['read'] });
    const { data: functions } = await app.call<{ functionName: string }[]>(person.token, 'GET', 'sys/function/select-user-functions');
    expect(functions.map(({ functionName }) => functionName)).toEqual([`sys/org of ${person.account}`]);
    const { data: all } = await app.call(admin, 'GET', 'sys/function/select-user-functions');
    expect(JSON.stringify(all)).not.toMatch(/acme|合同/);
    const { data: kept } = await app.call<{ items: { id: string }[] }>(admin, 'GET', 'sys/recycle/select-page');
    expect(await app.call(admin, 'POST', `sys/recycle/restore/${kept.items[0]?.id}`)).toMatchObject({
      code: 40400,
      message: '数据所属的模块已停用',
    });
    const { data: user } = await app.call<{ items: { acmeBadge?: string }[] }>(admin, 'GET', 'sys/user/select-page');
    expect(user.items[0]).not.toHaveProperty('acmeBadge');
    await migrate(app.database, { log: silentLog, modules: [...own, server] });
    expect((await pool.query('SELECT agreement_name FROM acme_agreement')).rows).toEqual([{ agreement_name: '甲' }]);
    expect((await pool.query("SELECT acme_badge FROM sys_user WHERE user_account = 'admin'")).rows).toEqual([{ acme_badge: 'A-7' }]);
  });
});

it('the seed records of a module are inserted once, under the module’s name', async () => {
  let times = 0;
  const seed: ServerModule['seed'] = async ({ isNew }) => void (times += (await isNew('districts')) ? 1 : 0);
  const server = { ...serverOf(), seed };
  await prepare([acme], [server]);
  const { pool } = await prepare([acme], [server]);
  expect(times).toBe(1);
  expect((await pool.query("SELECT name FROM sys_seed WHERE name LIKE 'acme%'")).rows).toEqual([{ name: 'acme/districts' }]);
});

describe('a start is refused, and nothing is changed, for', () => {
  const start = async (feature: NonNullable<Parameters<typeof serverOf>[0]>, more: readonly ServerModule[] = []) => {
    database ??= await openTestDatabase();
    return prepare([acme], [serverOf(feature), ...more]);
  };
  it.each<[string, Parameters<typeof serverOf>[0] & object, string]>([
    [
      'a wrap of an operation that cannot be wrapped',
      { wrap: { 'sys/org': { save: () => undefined } as unknown as Wraps } },
      'acme/agreements wraps save of sys/org, which is no operation that can be wrapped: wrap guard, write, uses, remove',
    ],
    ['a wrap of an undeclared resource', { wrap: { 'sys/orgs': {} } }, 'acme/agreements wraps sys/orgs, which nobody declares'],
    [
      'a guard of another module’s resource',
      { guards: { 'sys/user': () => Promise.resolve(() => Promise.resolve()) } },
      "acme/agreements guards sys/user, which is another module's: wrap its write instead",
    ],
    [
      'a guard of an undeclared resource',
      { guards: { 'acme/agrement': () => Promise.resolve(() => Promise.resolve()) } },
      'acme/agreements guards acme/agrement, which nobody declares: correct the name, or leave it out',
    ],
    [
      'who reaches the files of another module’s resource',
      { fileReach: { 'sys/msg': () => true } },
      "acme/agreements says who reaches the files of sys/msg, which is another module's: leave it out, and grant read on it instead",
    ],
    [
      'who reaches the files of an undeclared resource',
      { fileReach: { 'acme/agrement': () => true } },
      'acme/agreements says who reaches the files of acme/agrement, which nobody declares: correct the name, or leave it out',
    ],
    [
      'a screen that chooses from an undeclared resource',
      { choosers: { 'sys/orgs': { resource: 'acme/agreement', permission: 'read' } } },
      'acme/agreements chooses from sys/orgs, which nobody declares: correct the name, or leave it out',
    ],
    ...[
      [['is', 'userStatus:待审核'], 'by is, which is none of like, eq, ge and le,'],
      [['eq', 'userState:待审核'], 'by userState, by which its list cannot be searched,'],
      [['eq', 'isFailed:yes'], 'by isFailed:yes, which is neither 是 nor 否,', 'sys/job'],
      [
        ['ge', 'createTime:yesterday'],
        'by createTime:yesterday, which its list refuses (创建时间应为有效的时间，例如 2026-01-31 08:00:00),',
      ],
    ].map(([filter, why, resource = 'sys/user']): [string, Parameters<typeof serverOf>[0] & object, string] => [
      `a list of waiting records with the invalid filter ${String(filter)}`,
      {
        waiting: [
          {
            name: 'acme-people',
            title: '人',
            icon: 'user',
            order: 1,
            resource: String(resource),
            where: [filter as unknown as ['eq', string]],
          },
        ],
      },
      `acme/agreements filters ${String(resource)} ${String(why)} for acme-people`,
    ]),
    [
      'two features that both decide which dictionary words are offered',
      { choicesOf: () => Promise.resolve(new Map()) },
      'sys/dictionaries and acme/agreements both say which words dictionaries offer (choicesOf): leave one of them out',
    ],
  ])('%s', async (_what, feature, sentence) => {
    await expect(start(feature)).rejects.toThrow(sentence);
    expect(await applied(database as TestDatabase)).toEqual([]);
  });

  it.each<[string, Parameters<typeof serverOf>[0] & object, string]>([
    ['guard', { guards: { 'acme/agreement': () => Promise.resolve(() => Promise.resolve()) } }, 'guards'],
    ['say who reaches the files of', { fileReach: { 'acme/agreement': () => true } }, 'says who reaches the files of'],
  ])('two features that both %s one resource', async (_what, feature, does) => {
    database ??= await openTestDatabase();
    const server = serverOf();
    const features = ['agreements', 'more'].map((name) => ({ name, ...feature }));
    await expect(prepare([moduleOf(agreements, { name: 'more' })], [{ ...server, features }])).rejects.toThrow(
      `acme/more ${does} acme/agreement, as acme/agreements does: leave one of them out`,
    );
  });

  it('a unique key whose name PostgreSQL would cut off', async () => {
    const resources = (agreements.resources ?? []).map((one) => ({ ...one, table: 'acme_'.padEnd(45, 'x'), unique: [['agreementName']] }));
    await expect(prepare([moduleOf({ ...agreements, resources })], [serverOf()])).rejects.toThrow(
      `acme/agreement.unique: the index ${'acme_'.padEnd(45, 'x')}_agreement_name_key has 64 letters, PostgreSQL keeps 63: shorten`,
    );
  });

  it('a server part of a module that the office does not list', async () => {
    await expect(start({}, [{ name: 'beta', features: [] }])).rejects.toThrow('there is a server part of a module beta');
  });
});

describe('a start is refused for', () => {
  it.each<[string, string, string]>([
    [
      'an undeclared column',
      'ALTER TABLE acme_agreement ADD COLUMN agreement_secret text',
      'acme/agreement: acme_agreement has a column agreement_secret that no declaration names',
    ],
    [
      'an undeclared column in another module’s table',
      'ALTER TABLE sys_user ADD COLUMN acme_hat text',
      'sys/user: sys_user has a column acme_hat that no declaration names: declare it in an extension of the module acme',
    ],
    [
      'a required column in another module’s table',
      "ALTER TABLE sys_org ADD COLUMN acme_code text NOT NULL DEFAULT 'x'; ALTER TABLE sys_org ALTER acme_code DROP DEFAULT",
      'sys_org.acme_code: the module acme added a column that must have a value',
    ],
  ])('%s', async (_what, sql, sentence) => {
    await expect(prepare([acme], [serverOf({}, { '0001-agreements': tablesSql, '0002-more': sql } as never)])).rejects.toThrow(sentence);
    // The failed migration is rolled back, so fixing the file is enough.
    expect(await applied(database as TestDatabase)).toEqual(['acme/0001-agreements']);
  });

  it('but not for a required reference from a module’s own table to a table of the product', async () => {
    const sql = 'ALTER TABLE acme_agreement ALTER sys_user_id SET NOT NULL';
    await prepare([acme], [serverOf({}, { '0001-agreements': tablesSql, '0002-more': sql } as never)]);
  });

  it('a required column of a module that was removed', async () => {
    const { pool } = await prepare([acme], [serverOf()]);
    await pool.query("UPDATE sys_user SET acme_badge = 'x'; ALTER TABLE sys_user ALTER acme_badge SET NOT NULL");
    await expect(prepare([], [])).rejects.toThrow('ALTER TABLE sys_user ALTER acme_badge DROP NOT NULL');
    await pool.query('ALTER TABLE sys_user ALTER acme_badge DROP NOT NULL');
    await prepare([], []);
  });
});
