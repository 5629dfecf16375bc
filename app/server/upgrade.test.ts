import { modules } from './modules.ts';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createApp } from './app.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { seed } from './seed.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { copyPristineDatabase } from '@back-office/server/testing/pristine-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { type Session, TestApp } from '../testing/server/test-app.ts';
import { databaseUrl, newName, onServer, testTimeZone } from '../testing/server/test-template.ts';
import { fetchPath } from '../testing/server/uploads.ts';

/*
 * The data of the first landed version still exists, and works, after this version has started on it
 * (app/testing/server/first-version/README.md).
 */
const first = join(import.meta.dirname, '../testing/server/first-version');
const template = inject('testTemplate');
let app: TestApp;
let admin: string;
let person: Session;
let migrated: string[];
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'back-office-upgrade-'));
  await cp(join(first, 'files'), join(dataDir, 'files'), { recursive: true });
  const { database, drop } = await openFirst(dataDir);
  migrated = await migrate(database, { log: silentLog, modules });
  await seed(database);
  const storage = await openStorage({ s3: undefined, dataDir }, database.db);
  const log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }));
  const settings = readSettings({});
  const server = await createApp({ database, storage, settings, log, clock: () => new Date(), webRoot: undefined });
  app = new TestApp({ ...database, dataDir, adminPassword: 'First-Admin-2026', drop }, server, () => new Date());
  admin = (await app.signIn('admin', 'First-Admin-2026')).token;
  person = await app.signIn('first0', 'First-Horse-7193');
});
afterAll(() => app.drop());

/** The database of the first version, of the kind under test. */
async function openFirst(dataDir: string) {
  const name = newName('upgrade');
  const serverUrl = template.kind === 'postgresql' ? template.serverUrl : undefined;
  if (serverUrl === undefined) await copyPristineDatabase(dataDir);
  else await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const url = serverUrl === undefined ? undefined : databaseUrl(serverUrl, name);
  const place = { url, dataDir, timeZone: testTimeZone, log: silentLog };
  const before = await openDatabase(place);
  // As PostgreSQL's own dumps are restored: names in a function's body are not checked before it runs.
  await before.pool.query(`set check_function_bodies = off; ${String(gunzipSync(await readFile(join(first, 'database.sql.gz'))))}`);
  await before.close();
  // It is in the schema `public`, and stays there.
  const database = await openDatabase(place);
  const drop = async (): Promise<void> => {
    await database.close();
    if (serverUrl !== undefined) await onServer(serverUrl, `drop database ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { database, drop };
}

const page = (path: string, token = admin) => app.call<{ items: AnyRow[]; total: number }>(token, 'GET', path);

it('every later migration is applied, and a second start finds nothing to do', async () => {
  expect(migrated).toContain('0037-redundant-index');
  expect(migrated).not.toContain('0036-sms-sent');
  expect(await migrate(app.database, { log: silentLog, modules })).toEqual([]);
  expect(await seed(app.database)).toEqual({});
});

it('people sign in with their passwords, and see and do what their roles allow', async () => {
  const { data } = await page('sys/user/select-page?index=0&limit=10', person.token);
  expect(new Set(data.items.map(({ userAccount }) => userAccount))).toEqual(new Set([0, 1, 2, 3, 4, 5].map((number) => `first${number}`)));
  const { data: record } = await app.call(admin, 'GET', `sys/user/select/${person.userId}`);
  expect(record).toMatchObject({ userName: '王伟', userPhone: '13800138000', userStatus: '正常' });
  const saved = await app.call(person.token, 'POST', 'sys/user/save', {
    id: record['id'],
    version: record['version'],
    userRemark: '升级后',
  });
  expect(saved).toMatchObject({ code: 20000, data: { userRemark: '升级后' } });
  expect((await app.call(person.token, 'GET', 'sys/role/select-page?index=0&limit=10')).code).toBe(40300);
  expect((await app.login('first5', 'First-Horse-7193')).code).toBe(40002);
});

it('files are there, byte for byte', async () => {
  const { data } = await app.call<{ filePath: string }[]>(admin, 'GET', `file/select?otcId=${person.userId}&otcType=sys/user`);
  expect(data).toMatchObject([{ fileName: '合同.pdf', fileSize: 289 }]);
  const { status, bytes } = await fetchPath(app, data[0]?.filePath ?? '');
  const stored = await readFile(join(first, 'files/7c/7c4cd1dc91d7a825847604d21b257bb1'));
  expect([status, bytes.equals(stored)]).toEqual([200, true]);
});

it('searches work by index, by pinyin and by a saved view', async () => {
  const found = async (query: string): Promise<unknown[]> =>
    (await page(`sys/user/select-page?index=0&limit=10&${encodeURI(query)}`)).data.items.map(({ userName }) => userName);
  expect(await found('like=userName:伟')).toEqual(['王伟']);
  expect(await found('like=userPhone:0013800')).toHaveLength(6);
  expect(await found('search=wangw')).toEqual(['王伟']);
  expect(await found('search=ww')).toEqual(['王伟']);
  expect((await page('sys/log-opt/select-page?index=0&limit=10&like=optTarget:王伟')).data.total).toBeGreaterThan(0);
  const { data } = await app.call<{ 'views.sys.user': { name: string; query: string }[] }>(person.token, 'GET', 'sys/user/preference');
  expect(data['views.sys.user']).toEqual([expect.objectContaining({ name: '姓王的', query: 'like=userName:王' })]);
  expect(await found(data['views.sys.user'][0]?.query ?? '')).toEqual(['王伟']);
});

it('figures, totals and read marks match the rows', async () => {
  const { data } = await app.call<{ panels: { key: string; value: number }[] }>(admin, 'GET', 'statistics/select-panel-data');
  const value = (key: string): number | undefined => data.panels.find((panel) => panel.key === key)?.value;
  expect(value('users')).toBe(7);
  expect(value('storage')).toBe(289);
  for (const table of ['sys_log_opt', 'sys_log_login']) {
    const { rows } = await app.database.pool.query(
      `select (select sum(rows)::int from sys_row_count where table_name = $1)${table === 'sys_log_opt' ? ' + (select count(*)::int from sys_log_tail)' : ''} = (select count(*)::int from ${table}) as equal`,
      [table],
    );
    expect(rows, table).toEqual([{ equal: true }]);
  }
  const { rows } = await app.database.pool.query<{ tallied: number }>(
    `select (select coalesce(sum(rows), 0) from sys_user_tally)::int + (select coalesce(sum(rows), 0) from sys_user_tally_new)::int as tallied`,
  );
  expect(rows).toEqual([{ tallied: 7 }]);
  expect((await app.call(person.token, 'GET', 'sys/msg/list?index=0&limit=10')).data).toMatchObject({
    total: 1,
    items: [{ msgTitle: '旧版公告' }],
  });
});

it('records deleted before the upgrade can still be restored', async () => {
  // It is kept for 30 days, and this database is older.
  await app.database.pool.query('update sys_recycle set delete_time = now()');
  const { data } = await page('sys/recycle/select-page?index=0&limit=10');
  expect(data.items).toHaveLength(1);
  expect((await app.call(admin, 'POST', `sys/recycle/restore/${String(data.items[0]?.['id'])}`)).code).toBe(20000);
  expect((await page('sys/dict/select-page?index=0&limit=10&eq=dictValue:contract-kind')).data.total).toBe(1);
});
