import { modules } from '../server/modules.ts';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { firstSchema } from '@back-office/server/platform/database/own-schema.ts';
import { requestSnapshot } from '@back-office/server/platform/database/request-snapshot.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { seed } from '../server/seed.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { runJob } from '../testing/server/run-job.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { openTestDatabaseOnDisk } from '../testing/server/test-database.ts';
import { testTimeZone } from '../testing/server/test-template.ts';
import { sendFile } from '../testing/server/uploads.ts';
import { pdfOf } from '@back-office/server/testing/file-samples.ts';
import { backUp } from './backup.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { withEmptyBeside } from '../testing/server/with-empty-beside.ts';

let app: TestApp;
let admin: string;
let folder: string;
let storage: Storage;
beforeAll(async () => {
  app = await openTestApp({ database: await openTestDatabaseOnDisk() });
  admin = await app.admin();
  folder = await mkdtemp(join(tmpdir(), 'back-office-backup-'));
  storage = await openStorage({ s3: undefined, dataDir: app.database.dataDir }, app.database.db);
  // A value that no form accepts, but a database may contain.
  await app.database.pool.query(
    "insert into sys_org (id, org_name, org_code, org_status) values (gen_random_uuid(), $1, 'backup', '正常')",
    ['一\n"\\\u2028\t🙂\r'],
  );
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

const withEmpty = (work: (database: Database, dataDir: string) => Promise<void>, kind = app.database.kind): Promise<void> =>
  withEmptyBeside({ ...app.database, kind }, folder, work);

/** Every row of every logged table, as text. */
async function rowsOf({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relpersistence = 'p' and relnamespace = current_schema()::regnamespace order by 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of rows) {
    const { rows: found } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    all[name] = found.map(({ row }) => row);
  }
  return all;
}
/** Keys and hashes of tokens that grant access by themselves, in hex, as rows in an archive contain them. */
async function keysOf({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select encode(value, 'hex') as key from sys_secret where name = 'file' union all
     select encode(unnest(array[secret_key, token_hash]), 'hex') from sys_session`,
  );
  return rows.map(({ key }) => key);
}
const shapeOf = async ({ pool }: Pick<Database, 'pool'>) =>
  (
    await pool.query<{ shape: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as shape from pg_constraint
       where connamespace = current_schema()::regnamespace and conparentid = 0 and conrelid not in (select oid from pg_class where relispartition) union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
       where not tgisinternal union all select indexdef from pg_indexes join pg_class on oid = tablename::regclass
       where schemaname = current_schema() and not relispartition order by 1`,
    )
  ).rows.map(({ shape }) => shape);

describe('a backup', () => {
  it('contains every row and file of the moment it began, and restores them into an empty place', async () => {
    const bytes = pdfOf(300_000);
    const { data: file } = await sendFile(app, admin, { bytes, name: '备份.pdf' });
    const path = join(folder, 'one.tar.gz');
    await app.signIn('admin', app.database.adminPassword);
    await app.database.pool.query(`select nextval('sys_import_batch_no')`);
    const before = await rowsOf(app.database);
    const keys = await keysOf(app.database);
    const { missing, objects } = await backUp({ database: app.database, storage, version: '1' }, path);
    expect(missing).toEqual([]);
    expect(objects.objects?.count).toBe(2);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const archive = gunzipSync(await readFile(path)).toString('latin1');
    for (const key of keys) expect(archive).not.toContain(key);
    await withEmpty(async (database, dataDir) => {
      const place = await folderStorage(join(dataDir, 'files'));
      await restore({ database, storage: place }, path);
      const after = await rowsOf(database);
      // No sessions, and another key for signed paths.
      expect(before['sys_session']?.length).toBeGreaterThan(1);
      expect(after['sys_session']).toEqual([]);
      const rest = (rows: Record<string, string[]>) => ({
        ...rows,
        sys_session: [],
        sys_change: [],
        sys_change_start: rows['sys_change_start']?.length,
        sys_secret: rows['sys_secret']?.filter((row) => !row.startsWith('(file,')),
      });
      // Programs that copy changes start over: rows of changes count the transactions of one database.
      expect(after['sys_change']).toEqual([]);
      expect(rest(after)).toEqual(rest(before));
      expect(after['sys_secret']?.length).toBe(before['sys_secret']?.length);
      expect(await keysOf(database)).toEqual([expect.not.stringMatching(keys.join('|'))]);
      expect(await shapeOf(database)).toEqual(await shapeOf(app.database));
      const { rows } = await database.pool.query<{ key: string }>(
        'select storage_key as key from sys_upload_part p join sys_file f using (sys_upload_id) where f.id = $1',
        [file.id],
      );
      expect((await readFile(join(dataDir, 'files', rows[0]?.key ?? ''))).equals(bytes)).toBe(true);
      // The work of a start: nothing is left to migrate, nothing is seeded again, and the storage is recognised.
      expect(await migrate(database, { log: silentLog, modules })).toEqual([]);
      expect(await seed(database)).toEqual({});
      await openStorage({ s3: undefined, dataDir }, database.db);
      expect((await database.pool.query<{ no: number }>(`select nextval('sys_import_batch_no') as no`)).rows[0]?.no).toBe(2);
      await expect(restore({ database, storage: await folderStorage(join(folder, 'other')) }, path)).rejects.toThrow('not empty');
    });
  });

  it('sees one moment while others save and delete, and keeps the bytes of deleted files until it is done', async ({ skip }) => {
    if (app.database.kind === 'embedded') skip('its server is asked for a copy, as below');
    const { data: file } = await sendFile(app, admin, { bytes: pdfOf(9000), name: 'a.pdf' });
    const slow: Storage = {
      ...storage,
      // At the first object all rows have been read; now the file is deleted, and its content swept from storage.
      size: async (key) => {
        if (key === 'store-id') {
          await app.call(admin, 'DELETE', `file/delete?id=${String(file.id)}`);
          await app.database.pool.query("update sys_storage_trash set due_time = now() - interval '1 hour'");
          await app.server.jobs.runDue();
        }
        return storage.size(key);
      },
    };
    const { missing } = await backUp({ database: app.database, storage: slow, version: '1' }, join(folder, 'two.tar.gz'));
    expect(missing).toEqual([]);
    // Nothing holds them any longer.
    await runJob(app, 'sweep-storage');
    expect((await app.database.pool.query('select from sys_storage_trash')).rowCount).toBe(0);
    expect((await backUp({ database: app.database, storage, version: '1' }, join(folder, 'three.tar.gz'))).missing).toEqual([]);
  });

  it('is made by a single command while a server is running', async () => {
    const path = join(folder, 'command.tar.gz');
    const env = { ...process.env, DATA_DIR: app.database.dataDir, DATABASE_URL: app.database.pool.options.connectionString ?? '' };
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), 'backup', path], { env });
    expect(stdout).toMatch(/^Backed up \d+ rows of \d+ tables and \d+ files to /);
    expect((await readdir(app.database.dataDir)).filter((name) => name.startsWith('.snapshot'))).toEqual([]);
    const { code } = await app.call(admin, 'GET', 'sys/user/select-roles');
    expect(code).toBe(20000);
  });

  it('refuses to overwrite a file, and leaves nothing behind when it fails', async () => {
    const path = join(folder, 'there.tar.gz');
    await writeFile(path, 'x');
    await expect(backUp({ database: app.database, storage, version: '1' }, path)).rejects.toThrow('exists already');
    expect(await readFile(path, 'utf8')).toBe('x');
    const broken: Storage = { ...storage, size: () => Promise.reject(new Error('broken')) };
    await expect(backUp({ database: app.database, storage: broken, version: '1' }, join(folder, 'no.tar.gz'))).rejects.toThrow('broken');
    const closed = new pg.Pool({ max: 2 });
    await closed.end();
    await expect(backUp({ database: { pool: closed }, storage, version: '1' }, join(folder, 'no.tar.gz'))).rejects.toThrow('pool');
    expect((await readdir(folder)).filter((name) => name.includes('no.'))).toEqual([]);
  });

  it('that is truncated, changed or foreign leaves the place as empty as it was', async () => {
    const path = join(folder, 'whole.tar.gz');
    await backUp({ database: app.database, storage, version: '1' }, path);
    const whole = await readFile(path);
    const cut = join(folder, 'cut.tar.gz');
    const foreign = join(folder, 'foreign.tar.gz');
    await writeFile(cut, whole.subarray(0, whole.length - 2000));
    await writeFile(foreign, 'no archive at all');
    // Its own checksum matches, but its content is not what was counted.
    const unpacked = gunzipSync(whole);
    const changed = async (name: string, from: string, to: string): Promise<string> => {
      const bytes = Buffer.from(unpacked);
      bytes.write(to, bytes.indexOf(from));
      await writeFile(join(folder, name), gzipSync(bytes, { level: 1 }));
      return join(folder, name);
    };
    const wrongs: readonly (readonly [string, RegExp])[] = [
      [cut, /damaged|not whole/],
      [foreign, /no backup/],
      [await changed('file.tar.gz', '%PDF-', '%PDF_'), /^Nothing was kept: the files in the backup are not those that were put there\.$/],
      [await changed('row.tar.gz', '"org_code":"backup"', '"org_code":"backuq"'), /^Nothing was kept: the rows of sys_org did not arrive/],
    ];
    await withEmpty(async (database, dataDir) => {
      const place = await folderStorage(join(dataDir, 'files'));
      const left = async () => (await database.pool.query(`select 1 from pg_class where relnamespace = ${firstSchema}`)).rows;
      for (const [wrong, why] of wrongs) {
        await expect(restore({ database, storage: place }, wrong)).rejects.toThrow(why);
        expect(await left()).toEqual([]);
        expect(await place.size('store-id')).toBeUndefined();
      }
      await expect(restore({ database, storage }, path)).rejects.toThrow('The place for files is not empty');
      expect(await left()).toEqual([]);
      await restore({ database, storage: place }, path);
    });
  });
});

describe('a move', () => {
  it('copies the embedded database row by row into a database of the kind under test', async () => {
    await withEmpty(async (source) => {
      await migrate(source, { log: silentLog, modules });
      await seed(source, { adminPassword: 'Moved-Admin-2024' });
      await source.pool.query(`insert into sys_job (id, kind, payload, result) values (gen_random_uuid(), 'x', 'null', 'null')`);
      await source.pool.query(`select nextval('sys_import_batch_no'), nextval('sys_import_batch_no')`);
      await source.pool.query("insert into sys_idempotency values (gen_random_uuid(), '\\x00ff', '\\x01', '\\xdeadbeef')");
      await withEmpty(async (target) => {
        const moved = await move(source, target);
        // These count the transactions of their database.
        const anew = { sys_change: [], sys_change_start: [] };
        expect({ ...(await rowsOf(target)), ...anew }).toEqual({ ...(await rowsOf(source)), ...anew });
        expect(moved['sys_idempotency']?.count).toBe(1);
        expect((await target.pool.query<{ no: number }>(`select nextval('sys_import_batch_no') as no`)).rows).toEqual([{ no: 3 }]);
        const indexes = `select indexname from pg_indexes join pg_class on oid = tablename::regclass
          where schemaname = current_schema() and not relispartition and indexdef like '%USING gin%' order by 1`;
        expect((await target.pool.query(indexes)).rows).toEqual((await source.pool.query(indexes)).rows);
        await expect(move(source, target)).rejects.toThrow('not empty');
      });
    }, 'embedded');
  });
});

it('a running embedded database can be copied by anybody who may open its folder', async ({ skip }) => {
  if (app.database.kind !== 'embedded') skip('a PostgreSQL server is read beside its servers');
  const snapshot = await requestSnapshot(app.database.dataDir);
  const copy = await openDatabase({ dataDir: snapshot?.dataDir ?? '', timeZone: testTimeZone, log: silentLog });
  expect(await rowsOf(copy)).toEqual(await rowsOf(app.database));
  await copy.close();
  const { data } = await app.call<AnyRow>(admin, 'GET', 'sys/user/select-roles');
  expect(data['roles']).toEqual(['admin']);
  snapshot?.end();
});
