import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Database } from '../database/open.ts';
import { storeMarker } from '../files/open-storage.ts';
import type { Storage } from '../files/storage.ts';
import { StartError } from '../start-error.ts';
import { objectsTally, type Summary } from './archive-format.ts';
import { type ArchiveReader, readArchive } from './archive-reader.ts';
import { loadTables, requireEmpty, verifyTables } from './load-tables.ts';
import { replaceLeftOut } from './left-out.ts';
import { longTransaction } from './long-transaction.ts';
import { differences, Tally } from './tally.ts';

interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly storage: Storage;
}

/**
 * Puts a backup into an empty database and an empty storage, of whichever kind, compares every row and every file with
 * what was counted when it was made. Nobody is signed in afterwards: a session that was ended since must not come back to life.
 * Throws a StartError, and leaves both as empty as they were, when anything is not as it should be.
 */
export async function restore({ database, storage }: Parts, file: string): Promise<Summary> {
  const archive = await readArchive(file);
  if ((await storage.size(storeMarker)) !== undefined) {
    throw new StartError('The place for files is not empty, and nothing is ever written over: give an empty one.');
  }
  const written: string[] = [];
  try {
    return await longTransaction(database, 'writing', (client) => restoreAll(client, storage, archive, written));
  } catch (error) {
    for (const key of written) await storage.remove(key);
    throw error;
  }
}

async function restoreAll(client: ClientBase, storage: Storage, archive: ArchiveReader, written: string[]): Promise<Summary> {
  await requireEmpty(client, 'The database');
  await loadTables(client, new Map(Object.entries(archive.manifest.migrations)), archive.batches());
  const tally = new Tally();
  tally.open(objectsTally);
  for await (const { key, bytes } of archive.objects()) {
    written.push(key);
    tally.add(objectsTally, `${key} ${await storeObject(storage, key, bytes)}`);
  }
  const summary = await archive.summary();
  if (differences(summary.objects, tally.result()).length > 0) {
    throw new StartError('Nothing was kept: the files in the backup are not those that were put there.');
  }
  await verifyTables(client, summary.tables, summary.sequences);
  await replaceLeftOut(client);
  await client.query('ANALYZE');
  return summary;
}

/** Writes an object and gives its SHA-256. */
async function storeObject(storage: Storage, key: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  const object = await storage.create(key);
  try {
    for await (const block of bytes) {
      hash.update(block);
      await object.write(block);
    }
    await object.close();
  } catch (error) {
    await object.abort().catch(() => undefined);
    throw error;
  }
  return hash.digest('hex');
}
