import { modules } from '@back-office/app/server/modules.ts';
import { seed } from '@back-office/app/server/seed.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyPristineDatabase } from '../../testing/pristine-database.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { databaseUrl, newName, onServer, testTimeZone } from '@back-office/app/testing/server/test-template.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { prepareSession } from './prepare-session.ts';

/* The tables are in a schema of our own, and no foreign table of the same name hides them. */
const template = inject('testTemplate');
const serverUrl = template.kind === 'postgresql' ? template.serverUrl : undefined;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-schema-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An empty database, and a way to open it repeatedly; dropped after the work. */
async function withEmpty(work: (open: () => Promise<Database>, url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const name = newName('schema');
  if (serverUrl === undefined) await copyPristineDatabase(dataDir);
  else await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const url = serverUrl === undefined ? undefined : databaseUrl(serverUrl, name);
  const opened: Database[] = [];
  try {
    await work(async () => {
      const database = await openDatabase({ url, dataDir, timeZone: testTimeZone, log: silentLog });
      opened.push(database);
      return database;
    }, url ?? '');
  } finally {
    await Promise.all(opened.map((database) => database.close()));
    if (serverUrl !== undefined) await onServer(serverUrl, `drop database ${name} with (force)`);
  }
}

async function valueOf<Value>({ pool }: Pick<Database, 'pool'>, text: string): Promise<Value | undefined> {
  const { rows } = await pool.query<{ value: Value }>(`select (${text}) as value`);
  return rows[0]?.value;
}

const schemas = `select json_agg(distinct nspname order by nspname) from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'p', 'v', 'S') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`;

/** The table of migrations as created by a version without a schema of its own. */
const inPublic = `create table public.schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

it('a new database has its tables in the schema office, and public is left alone', async () => {
  await withEmpty(async (open) => {
    const database = await open();
    await migrate(database, { log: silentLog, modules });
    expect(await valueOf(database, schemas)).toEqual(['office']);
    expect(await valueOf(database, `current_setting('search_path')`)).toBe('office, pg_catalog, pg_temp');
  });
});

it('a database whose tables were created in public stays there', async () => {
  await withEmpty(async (open) => {
    const before = await open();
    await before.pool.query(inPublic);
    await before.close();
    const database = await open();
    await migrate(database, { log: silentLog, modules });
    await seed(database, { adminPassword: 'Public-Admin-2024', keep: true });
    expect(await valueOf(database, schemas)).toEqual(['public']);
    expect(await valueOf(database, `current_setting('search_path')`)).toBe('public, pg_catalog, pg_temp');
  });
});

it('a server refuses to create tables if an older one created them in public after it had looked', async () => {
  await withEmpty(async (open) => {
    const database = await open();
    await database.pool.query(inPublic);
    await expect(migrate(database, { log: silentLog, modules })).rejects.toThrow('made by another server just now: start this one again');
    expect(await valueOf(database, schemas)).toEqual(['public']);
  });
});

describe.skipIf(serverUrl === undefined)('a table of the same name', () => {
  it('in a schema earlier in the search path, or among temporary tables, hides none of our tables', async () => {
    await withEmpty(async (open, url) => {
      const name = new URL(url).pathname.slice(1);
      await onServer(url, `create schema decoy; create table decoy.sys_user (id int); create table decoy.schema_migration (version text)`);
      await onServer(url, `alter database ${name} set search_path = decoy, public`);
      const database = await open();
      await migrate(database, { log: silentLog, modules });
      await seed(database, { adminPassword: 'Decoy-Admin-2024', keep: true });
      expect(await valueOf(database, schemas)).toEqual(['decoy', 'office']);
      // A server that starts on it finds it again, too.
      const other = await open();
      expect(await migrate(other, { log: silentLog, modules })).toEqual([]);
      for (const { db, pool } of [other, other.urgent]) {
        await pool.query('create temporary table sys_user (id int)');
        expect(await db.selectFrom('sys_user').select('userAccount').where('userAccount', '=', 'admin').execute()).toHaveLength(1);
      }
    });
  });
});

it('the schema is set with the other session settings, so a connection sends no further query for it', async () => {
  const asked: unknown[][] = [];
  const stream = { setTimeout: () => undefined };
  const client = {
    connection: { stream },
    query: async (...query: unknown[]) => {
      asked.push(query);
      return { rows: [] };
    },
  } as unknown as ClientBase;
  const place = {};
  await prepareSession(client, 'postgresql', testTimeZone, place);
  await prepareSession(client, 'postgresql', testTimeZone, place);
  // The first connection finds the schema; later ones know it.
  expect(asked).toHaveLength(3);
  expect(asked[2]?.[1]).toContain('office, pg_catalog, pg_temp');
});
