import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { idOf, oddId } from '@back-office/server/testing/log-lines.ts';
import { copyPristineDatabase } from '@back-office/server/testing/pristine-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { TestApp } from '../testing/server/test-app.ts';
import { databaseUrl, newName, onServer, testAdminPassword, testTimeZone } from '../testing/server/test-template.ts';
import { createApp } from './app.ts';
import { modules } from './modules.ts';
import { seed } from './seed.ts';

/* Migrates a database with one table per log to logs partitioned by month, while servers of the previous version keep running. */
const template = inject('testTemplate');
let folder: string;
let app: TestApp;
let admin: string;
const said: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'back-office-part-logs-'));
  app = await openBefore();
  admin = (await app.signIn('admin', testAdminPassword)).token;
  await fill();
});
afterAll(async () => {
  await app.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A server on the database as it was before the logs were partitioned. */
async function openBefore(): Promise<TestApp> {
  const migrations = join(folder, 'migrations');
  cpSync(join(import.meta.dirname, '../../sys/migrations'), migrations, { recursive: true });
  // Signing in and saving need columns that were added later.
  for (const name of readdirSync(migrations)) if (name >= '0131' && !/^(?:016[67]|0184|0191)/.test(name)) rmSync(join(migrations, name));
  const dataDir = join(folder, 'data');
  const name = newName('part_logs');
  const serverUrl = template.kind === 'postgresql' ? template.serverUrl : undefined;
  if (serverUrl === undefined) await copyPristineDatabase(dataDir);
  else await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const url = serverUrl === undefined ? undefined : databaseUrl(serverUrl, name);
  const database = await openDatabase({ url, dataDir, timeZone: testTimeZone, log: silentLog });
  await migrate(database, { log: silentLog, modules: [{ name: 'sys', migrations }] });
  await seed(database, { adminPassword: testAdminPassword, keep: true });
  const drop = async (): Promise<void> => {
    await database.close();
    if (serverUrl !== undefined) await onServer(serverUrl, `drop database ${name} with (force)`);
  };
  const log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }));
  const storage = await folderStorage(join(folder, 'files'));
  const parts = { database, storage, settings: readSettings({}), log, clock: () => new Date(), webRoot: undefined };
  return new TestApp({ ...database, dataDir, adminPassword: testAdminPassword, drop }, await createApp(parts), parts.clock);
}

const read = async <Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> =>
  (await app.database.pool.query<Row>(statement, values)).rows;

/** Two years of lines, some with ids without a time, and typical additions of a company to the log. */
async function fill(): Promise<void> {
  // `id_at`, which the migration adds, does not exist yet.
  const id = idOf('x').replace(
    'id_at(x)',
    `rpad(lpad(to_hex(floor(extract(epoch FROM now() - n * interval '12 hours') * 1000)::bigint), 12, '0'), 32, '0')::uuid`,
  );
  await read(`INSERT INTO sys_log_opt (id, user_name, opt_module, opt_target, opt_time)
    SELECT CASE WHEN n % 40 = 0 THEN ${oddId} ELSE ${id} END, '王伟', '用户', '第' || n || '行', now() - n * interval '12 hours'
    FROM generate_series(1, 1500) n`);
  await read(`INSERT INTO sys_log_login (id, user_account, login_time) SELECT ${oddId}, 'odd' || n, now() FROM generate_series(1, 30) n`);
  await read(`CREATE VIEW acme_failures AS SELECT id, opt_target FROM sys_log_opt WHERE opt_status = '失败'`);
  await read(
    `CREATE INDEX acme_by_ip ON sys_log_opt (opt_ip); ALTER TABLE sys_log_opt ADD CONSTRAINT acme_long CHECK (duration < 1000000000)`,
  );
}

const total = async (log: string): Promise<number> =>
  (await app.call<{ total: number }>(admin, 'GET', `sys/${log}/select-page?index=0&limit=10`)).data.total;
const found = async (like: string): Promise<number> =>
  (await app.call<{ total: number }>(admin, 'GET', `sys/log-opt/select-page?index=0&limit=10&like=${encodeURIComponent(like)}`)).data.total;
const lines = (): Promise<object[]> => read(`SELECT t::text FROM sys_log_opt t WHERE user_name = '王伟' ORDER BY id`);
const save = async (value: string) => app.call(admin, 'POST', 'sys/dict/save', { dictLabel: value, dictValue: value });

/** Migrates while others save; returns the duration of each save. */
async function migrateBesideSaves(): Promise<{ migrated: string[]; waits: number[] }> {
  const log = pino({ level: 'info' }, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) });
  const waits: number[] = [];
  let isOver = false;
  // The embedded database has one session, which the migration occupies: saves run before and after it.
  const saving = async (number: number): Promise<void> => {
    for (let at = 0; !isOver; at += 1) {
      const begin = performance.now();
      expect((await save(`beside-${number}-${at}`)).code).toBe(20000);
      waits.push(performance.now() - begin);
      await wait(1);
    }
  };
  const savers = app.database.kind === 'embedded' ? [] : [saving(1), saving(2), saving(3)];
  await wait(savers.length > 0 ? 200 : 0);
  const migrated = await migrate(app.database, { log, modules });
  await wait(savers.length > 0 ? 200 : 0);
  isOver = true;
  await Promise.all(savers);
  return { migrated, waits };
}

describe('the migration to monthly log partitions', () => {
  it('keeps every line and every total, and no concurrent save fails or waits long', async () => {
    const [before, totals, target] = [await lines(), await total('log-login'), await found('optTarget:第10')];
    const operations = await total('log-opt');
    const { migrated, waits } = await migrateBesideSaves();
    expect(migrated).toEqual(expect.arrayContaining(['0131-logs-by-month', '0134-months-of-sign-ins']));
    expect(await lines()).toEqual(before);
    expect(await total('log-opt')).toBe(operations + waits.length);
    expect((await read<{ lines: number }>('SELECT count(*)::int AS lines FROM sys_log_opt'))[0]?.lines).toBe(operations + waits.length);
    expect(await total('log-login')).toBe(totals);
    expect(await found('optTarget:第10')).toBe(target);
    // The time limit of one lock, and what a small machine needs besides.
    if (waits.length > 0) expect(Math.max(...waits)).toBeLessThan(3_000);
    const parts = await read<{ name: string }>(`SELECT DISTINCT tableoid::regclass::text AS name FROM sys_log_opt ORDER BY 1`);
    expect(parts).toEqual([{ name: 'sys_log_opt_before' }, { name: 'sys_log_opt_other' }]);
  });

  it('keeps existing lines where they can be found, shown and deleted', async () => {
    const [old, odd] = await read<{ id: string }>(
      `(SELECT id FROM sys_log_opt_before WHERE opt_time < now() - interval '1 year' LIMIT 1) UNION ALL
       (SELECT id FROM sys_log_opt_other WHERE opt_time < now() - interval '1 year' LIMIT 1)`,
    );
    const before = await total('log-opt');
    for (const { id } of [old, odd].filter((one) => one !== undefined))
      expect((await app.call(admin, 'GET', `sys/log-opt/select/${id}`)).data).toMatchObject({ id, userName: '王伟' });
    expect((await app.call(admin, 'DELETE', `sys/log-opt/delete-ids/${old?.id ?? ''},${odd?.id ?? ''}`)).code).toBe(20000);
    // Two are deleted, and each deletion adds a line.
    expect(await total('log-opt')).toBe(before);
    expect(await read('SELECT FROM sys_log_opt WHERE id = ANY($1::uuid[])', [old?.id, odd?.id])).toEqual([]);
  });

  it('keeps what each new line triggers: totals, figures, webhooks, the history of a record', async () => {
    await read(
      `INSERT INTO sys_webhook (id, webhook_name, webhook_url, events, webhook_status) VALUES (gen_random_uuid(), 'w', 'https://example.org', '{sys/dict:added}', '正常')`,
    );
    const [operations, tail] = [await total('log-opt'), await read('SELECT FROM sys_log_tail')];
    const { data } = await save('after');
    expect(await total('log-opt')).toBe(operations + 1);
    expect(await read('SELECT FROM sys_log_tail')).toHaveLength(tail.length + 1);
    expect(await read('SELECT target_id FROM sys_webhook_delivery')).toEqual([{ target_id: data['id'] }]);
    const history = await app.call<{ optType: string }[]>(admin, 'GET', `sys/dict/select-history/${String(data['id'])}`);
    expect(history.data).toMatchObject([{ optType: '新增' }]);
  });

  it('carries over what a company added to the log: a view, a constraint and an index', async () => {
    await read(`INSERT INTO sys_log_opt (id, opt_status, opt_target) VALUES (gen_random_uuid(), '失败', 'seen')`);
    expect(await read('SELECT opt_target FROM acme_failures')).toContainEqual({ opt_target: 'seen' });
    await expect(read('INSERT INTO sys_log_opt (id, duration) VALUES (gen_random_uuid(), 1000000000)')).rejects.toThrow('acme_long');
    expect(await read(`SELECT FROM pg_index WHERE indexrelid = 'acme_by_ip'::regclass AND indisvalid`)).toHaveLength(1);
  });

  it('rewrites nothing: each earlier index becomes part of a partitioned one, and none is rebuilt', async () => {
    const indexes = await read<{ name: string; isPart: boolean }>(
      `SELECT relname AS name, c.relispartition AS "isPart" FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indrelid = 'sys_log_opt_before'::regclass`,
    );
    for (const { name, isPart } of indexes) expect([name, isPart]).toEqual([expect.stringMatching(/_before$/), true]);
    expect(indexes).toHaveLength(8);
  });
});
