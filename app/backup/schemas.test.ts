import { modules } from '../server/modules.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { copyPristineDatabase } from '@back-office/server/testing/pristine-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { databaseUrl, newName, onServer, testTimeZone } from '../testing/server/test-template.ts';
import { seed } from '../server/seed.ts';
import { backUp } from './backup.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';

/* A database in `public`, from before the product had a schema of its own, restored into a new one. */
const template = inject('testTemplate');
const serverUrl = template.kind === 'postgresql' ? template.serverUrl : undefined;
const history = `create table public.schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-schemas-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function withEmpty(work: (database: Database) => Promise<void>, inPublic = false): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const name = newName('schemas');
  if (serverUrl === undefined) await copyPristineDatabase(dataDir);
  else await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const url = serverUrl === undefined ? undefined : databaseUrl(serverUrl, name);
  const open = () => openDatabase({ url, dataDir, timeZone: testTimeZone, log: silentLog });
  let database = await open();
  try {
    if (inPublic) {
      await database.pool.query(history);
      await database.close();
      database = await open();
      await migrate(database, { log: silentLog, modules });
      await seed(database, { adminPassword: 'Public-Admin-2024', keep: true });
    }
    await work(database);
  } finally {
    await database.close();
    if (serverUrl !== undefined) await onServer(serverUrl, `drop database ${name} with (force)`);
  }
}

/** The schema of the tables and its objects, without the name in index definitions. A restore names partition indexes differently. */
async function standing({ pool }: Database): Promise<{ schema: string; shape: string[] }> {
  const { rows } = await pool.query<{ schema: string; shape: string[] }>(
    `select current_schema() as schema, (select json_agg(shape order by shape) from (
       select replace(indexdef, current_schema() || '.', '') as shape from pg_indexes join pg_class on oid = indexname::regclass
         where schemaname = current_schema() and not relispartition
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where connamespace = current_schema()::regnamespace and contype <> 'n' and conparentid = 0
         and conrelid not in (select oid from pg_class where relispartition)
       union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
       union all select proname || ' ' || prosrc from pg_proc where pronamespace = current_schema()::regnamespace) of_all) as shape`,
  );
  return rows[0] ?? { schema: '', shape: [] };
}

it('a backup and a move bring a database from public into the schema of a new one, with all of its objects', async () => {
  await withEmpty(async (source) => {
    const before = await standing(source);
    expect(before.schema).toBe('public');
    const [file, files] = [join(folder, 'public.tar.gz'), await folderStorage(join(folder, 'files'))];
    await backUp({ database: source, storage: files, version: '1' }, file);
    for (const put of [
      async (target: Database) => restore({ database: target, storage: await folderStorage(join(folder, 'restored')) }, file),
      async (target: Database) => move(source, target),
    ]) {
      await withEmpty(async (target) => {
        await put(target);
        expect(await standing(target)).toEqual({ schema: 'office', shape: before.shape });
        expect(await migrate(target, { log: silentLog, modules })).toEqual([]);
        expect((await target.pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0);
        await expect(move(source, target)).rejects.toThrow('not empty');
      });
    }
    // Nor does it overwrite a database in public.
    const other = await folderStorage(join(folder, 'other'));
    await expect(restore({ database: source, storage: other }, file)).rejects.toThrow('not empty');
  }, true);
});
