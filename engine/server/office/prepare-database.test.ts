import { office } from '@back-office/app/office.ts';
import { modules as own } from '@back-office/app/server/modules.ts';
import type { Module } from '@back-office/contract/office/module.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '../testing/silent-log.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { makeKysely } from '../platform/database/make-kysely.ts';
import { prepareDatabase } from './prepare-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const box = defineResource({
  name: 'trial/box',
  title: '盒子',
  table: 'trial_box',
  label: 'boxName',
  fields: { boxName: { kind: 'text', label: '名称', max: 5 } },
  list: ['boxName'],
  form: ['boxName'],
  sort: 'boxName:asc',
});
const trial: Module = { name: 'trial', features: [{ name: 'boxes', resources: [box] }] };
const start = (modules: readonly Module[]) =>
  prepareDatabase(database, { log: silentLog, office: makeOffice(modules), modules: [...own, { name: 'trial', features: [] }] });

it('creates no admin account while the start is refused, since nobody would ever see its password', async () => {
  await database.pool.query(`DELETE FROM sys_user WHERE user_account = 'admin'; DELETE FROM sys_role WHERE role_code = 'admin'`);
  await database.pool.query(`DELETE FROM sys_seed WHERE name = 'admin'`);
  await expect(start([...office.modules, trial])).rejects.toThrow('the database has no table trial_box');
  await database.pool.query(`CREATE TABLE trial_box (id uuid, version integer, create_time timestamptz, create_user uuid,
    update_time timestamptz, update_user uuid, box_name text, label_pinyin text)`);
  expect(await start([...office.modules, trial])).toEqual({ adminPassword: expect.any(String) });
});

it('stores no account admin whose first password could not be told, and the next start makes one', async () => {
  await database.pool.query(`DELETE FROM sys_user WHERE user_account = 'admin'; DELETE FROM sys_role WHERE role_code = 'admin'`);
  await database.pool.query(`DELETE FROM sys_seed WHERE name = 'admin'`);
  const startTelling = (tellPassword: (password: string) => void) =>
    prepareDatabase(database, {
      log: silentLog,
      office: makeOffice([...office.modules, trial]),
      modules: [...own, { name: 'trial', features: [] }],
      tellPassword,
    });
  await expect(startTelling(() => expect.fail('EPIPE'))).rejects.toThrow('EPIPE');
  const admins = `SELECT FROM sys_user WHERE user_account = 'admin'`;
  expect((await database.pool.query(admins)).rows).toEqual([]);
  const tell = vi.fn<(password: string) => void>();
  const { adminPassword } = await startTelling(tell);
  expect(tell).toHaveBeenCalledExactlyOnceWith(adminPassword);
  expect((await database.pool.query(admins)).rows).toHaveLength(1);
  await startTelling(tell);
  expect(tell).toHaveBeenCalledOnce();
});

it('gives the first password although the database is lost once the account is stored', async () => {
  await database.pool.query(`DELETE FROM sys_user WHERE user_account = 'admin'; DELETE FROM sys_role WHERE role_code = 'admin'`);
  await database.pool.query(`DELETE FROM sys_seed WHERE name = 'admin'`);
  let isLost = false;
  const connect = () => (isLost ? Promise.reject(new Error('the server restarts')) : database.pool.connect());
  const pool = new Proxy(database.pool, { get: (of, key) => (key === 'connect' ? connect : (Reflect.get(of, key) as unknown)) });
  const seed = async () => void (isLost = true);
  const warn = vi.fn();
  const made = await prepareDatabase(
    { ...database, db: makeKysely(pool) },
    {
      log: { ...silentLog, warn },
      office: makeOffice([...office.modules, trial]),
      modules: [...own, { name: 'trial', features: [], seed }],
    },
  );
  expect(made).toEqual({ adminPassword: expect.any(String) });
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error) }, expect.stringContaining('could not be looked at'));
});

it('tells of a column that must have a value below a field that may be empty, and starts', async () => {
  await database.pool.query('ALTER TABLE trial_box ALTER box_name SET NOT NULL');
  expect(await warningsOf(trial)).toEqual([
    expect.stringMatching(/^trial\/box\.fields\.boxName: the column box_name of trial_box must have a value/),
  ]);
});

it('tells of pairs that are not deleted with their record, and starts: code of the module may delete them', async () => {
  await database.pool.query('ALTER TABLE trial_box ALTER box_name DROP NOT NULL');
  await database.pool.query(
    'CREATE TABLE trial_box_user (owner_id uuid, target_id uuid REFERENCES sys_user, UNIQUE (owner_id, target_id))',
  );
  const users = { kind: 'references', label: '人', to: 'sys/user', link: 'trial_box_user' } as const;
  const resources = [{ ...box, fields: { ...box.fields, boxUsers: users }, form: [...box.form, 'boxUsers'] }];
  expect(await warningsOf({ ...trial, features: [{ name: 'boxes', resources }] })).toEqual([
    expect.stringMatching(/^trial\/box\.fields\.boxUsers\.link: no foreign key deletes the pairs in trial_box_user with their record/),
  ]);
});

async function warningsOf(module: Module): Promise<unknown[]> {
  const said: unknown[] = [];
  await prepareDatabase(database, {
    office: makeOffice([...office.modules, module]),
    modules: [...own, { name: 'trial', features: [] }],
    log: { ...silentLog, warn: (...what: unknown[]) => void said.push(what[1]) },
  });
  return said;
}
