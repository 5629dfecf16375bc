import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import pg from 'pg';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { storeMarker } from '@back-office/server/platform/storage/open-storage.ts';
import { lastMigrations } from '@back-office/server/platform/database/check-history.ts';
import { type Hold, pauseClearing } from '@back-office/server/platform/database/pause-clearing.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { formatVersion, type Manifest, manifestName, objectsTally, type Summary, summaryName } from './archive-format.ts';
import type { ArchiveFile } from '../archives/archive-file.ts';
import { type ArchiveWriter, writeArchive } from './write-archive.ts';
import { includedRows } from './excluded-rows.ts';
import { firstLogMonth } from './log-months.ts';
import { longTransaction } from './long-transaction.ts';
import { migrationsOf, readSequences, readTables, tablesOf } from './read-tables.ts';
import { Tally } from './tally.ts';

interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly storage: Storage;
  /** The version of the program that makes the backup. */
  readonly version: string;
}

/**
 * Writes a consistent snapshot of database and files into one archive, while servers keep running. Files are never changed,
 * only removed, and none is removed meanwhile; it fails where that can no longer be said. Returns what the archive holds. An
 * object that a row names but the storage lacks is listed in `missing`: the backup is as complete as the server. It contains
 * no sessions (excluded-rows.ts).
 */
export async function backUp({ database, storage, version }: Parts, file: string | ArchiveFile): Promise<Summary & { missing: string[] }> {
  const archive = await writeArchive(file);
  let hold: Hold | undefined;
  try {
    hold = await pauseClearing(database);
    const { keys, ...databaseSummary } = await longTransaction(database, 'reading', (client) => writeTables(client, archive, version));
    const objects = await writeObjects({ archive, storage, hold }, keys);
    await hold.confirm();
    const missingObjects = objects.missing.length;
    const summary: Summary = { ...databaseSummary, objects: objects.tally, ...(missingObjects > 0 ? { missingObjects } : {}) };
    await archive.addText(summaryName, JSON.stringify(summary));
    await archive.close();
    return { ...summary, missing: objects.missing };
  } catch (error) {
    await archive.abort();
    throw error;
  } finally {
    await hold?.end();
  }
}

async function writeTables(
  client: ClientBase,
  archive: ArchiveWriter,
  version: string,
): Promise<Pick<Summary, 'tables' | 'sequences'> & { keys: string[] }> {
  const migrations = await migrationsOf(client);
  const logsSince = await firstLogMonth(client);
  const manifest: Manifest = {
    format: formatVersion,
    version,
    createTime: await readMoment(client),
    migrations: Object.fromEntries(migrations),
    modules: lastMigrations(migrations),
    ...(logsSince === undefined ? {} : { logsSince }),
  };
  await archive.addText(manifestName, JSON.stringify(manifest));
  const tally = new Tally();
  let number = 0;
  for await (const batch of readTables(client, tally, includedRows)) {
    number += 1;
    await archive.addText(`tables/${batch.table}/${String(number).padStart(8, '0')}.json`, batch.rows.join('\n'));
  }
  return { tables: tally.result(), sequences: await readSequences(client), keys: await objectKeys(client) };
}

/** The moment of which the transaction reads, by the clock of the database: the backups of all nodes are dated by one clock. */
async function readMoment(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ millis: number }>('SELECT (extract(epoch FROM now()) * 1000)::float8 AS millis');
  return new Date(rows[0]?.millis ?? Number.NaN).toISOString();
}

/** Keys of all objects that rows name: such columns are named `…storage_key` or `…thumbnail_key`. */
async function objectKeys(client: ClientBase): Promise<string[]> {
  const keys = new Set<string>();
  for (const { name, columns } of await tablesOf(client)) {
    if (name === 'sys_storage_trash') continue;
    // An export names its object before that is written, and until it is complete, or swept after a failure.
    const complete = name === 'sys_export' ? ' AND file_size IS NOT NULL' : '';
    for (const { name: column } of columns.filter((each) => /(?:storage|thumbnail)_key$/.test(each.name))) {
      const [table, key] = [pg.escapeIdentifier(name), pg.escapeIdentifier(column)];
      const { rows } = await client.query<{ key: string }>(`SELECT ${key} AS key FROM ${table} WHERE ${key} IS NOT NULL${complete}`);
      for (const row of rows) keys.add(row.key);
    }
  }
  return [...keys].sort();
}

async function writeObjects(
  { archive, storage, hold }: { archive: ArchiveWriter; storage: Storage; hold: Hold },
  keys: readonly string[],
): Promise<{ tally: Summary['objects']; missing: string[] }> {
  const tally = new Tally();
  tally.open(objectsTally);
  const missing: string[] = [];
  for (const key of [storeMarker, ...keys]) {
    hold.requireHeld();
    const size = await storage.size(key);
    if (size === undefined) {
      // A storage that no server has marked yet holds nothing that a row names.
      if (key !== storeMarker) missing.push(key);
      continue;
    }
    const hash = createHash('sha256');
    await archive.add(`objects/${key}`, size, hashed(await storage.read(key), hash));
    tally.add(objectsTally, `${key} ${hash.digest('hex')}`);
  }
  return { tally: tally.result(), missing };
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const block of bytes) {
    hash.update(block);
    yield block;
  }
}
