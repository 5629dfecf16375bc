import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { OutcomeUnknown } from '@back-office/server/platform/database/database-errors.ts';
import { keepAwake } from '@back-office/server/platform/database/keep-awake.ts';
import { buildIndexes } from '@back-office/server/platform/jobs/build-indexes.ts';
import { storeMarker } from '@back-office/server/platform/storage/open-storage.ts';
import type { MigratedModule } from '@back-office/server/platform/database/read-migrations.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { modules as own } from '../server/modules.ts';
import type { ArchiveFile } from '../archives/archive-file.ts';
import { objectsTally, type Summary } from './archive-format.ts';
import { type ArchiveReader, readArchive } from './read-archive.ts';
import { explainRestoreError } from './explain-restore-error.ts';
import { loadTables, requireEmpty, verifyTables } from './load-tables.ts';
import { clearExcluded } from './excluded-rows.ts';
import { longTransaction } from './long-transaction.ts';
import { recreateIndexes, type DroppedIndexes } from './dropped-indexes.ts';
import { differences, Tally } from './tally.ts';

interface Parts {
  readonly database: Pick<Database, 'pool' | 'kind'>;
  readonly storage: Storage;
  /** The modules whose migrations may have made it; by default the product's. */
  readonly modules?: readonly MigratedModule[];
  /** Called when a server may be started: only the search indexes are left to build. */
  readonly onUsable?: () => void;
}

/**
 * Restores a backup into an empty database and an empty storage, of either kind, and compares every row and every file
 * with the counts and checksums of the backup. Rows come first, then indexes and constraints; on a PostgreSQL server
 * the search indexes come last, while servers may already run. Nobody is signed in afterwards: a session that has ended
 * since must not come back to life. Throws a StartError, and leaves both as empty as they were, if anything differs; it leaves the files where
 * the database may have kept the rows.
 */
export async function restore({ database, storage, modules = own, onUsable }: Parts, file: string | ArchiveFile): Promise<Summary> {
  const archive = await readArchive(file);
  if ((await storage.size(storeMarker)) !== undefined) {
    throw new StartError('The place for files is not empty, and nothing is ever written over: give an empty one.');
  }
  const written: string[] = [];
  const { summary, later } = await longTransaction(database, 'writing', (client) =>
    restoreAll({ client, kind: database.kind, storage, archive, written, modules }),
  ).catch(async (error: unknown) => {
    // The rows may be kept, and name these files.
    if (error instanceof OutcomeUnknown) throw unknownOutcome(error);
    const [explained, unremovedKeys]: [unknown, string[]] = [explainRestoreError(error, typeof file === 'string' ? file : file.name), []];
    for (const key of written) await storage.remove(key).catch(() => unremovedKeys.push(key));
    throw unremovedKeys.length === 0 ? explained : withUnremovedFiles(explained, unremovedKeys);
  });
  onUsable?.();
  await buildIndexes(database, later);
  return summary;
}

function unknownOutcome(error: OutcomeUnknown): StartError {
  const why = error.cause instanceof Error ? error.cause.message : error.message;
  return new StartError(
    `It is not known whether the database kept the rows (${why}): the files are in their place. ` +
      'If the database has tables now, everything is restored. If not, empty the place for files, and restore again.',
    { cause: error },
  );
}

/** With the storage unreachable nothing can be removed: the operator still learns why the restore failed, and what to remove. */
function withUnremovedFiles(error: unknown, unremovedKeys: readonly string[]): StartError {
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(
    `${message} Of the files that were put there ${unremovedKeys.length} could not be removed, such as ${unremovedKeys[0] ?? ''}: empty the place before you restore again.`,
    { cause: error },
  );
}

interface RestoreContext {
  readonly client: ClientBase;
  readonly kind: Database['kind'];
  readonly storage: Storage;
  readonly archive: ArchiveReader;
  readonly modules: readonly MigratedModule[];
  /** Keys of the objects begun so far. */
  readonly written: string[];
}

/** Returns what was restored, and the indexes that are still to be built. */
async function restoreAll({
  client,
  kind,
  storage,
  archive,
  written,
  modules,
}: RestoreContext): Promise<{ summary: Summary; later: DroppedIndexes['searchIndexes'] }> {
  await requireEmpty(client, 'The database');
  const droppedIndexes = await loadTables(
    client,
    kind,
    { applied: new Map(Object.entries(archive.manifest.migrations)), modules, logsSince: archive.manifest.logsSince },
    archive.batches(),
  );
  const areStored = new AbortController();
  const storing = storeObjects(storage, archive, written).finally(() => areStored.abort());
  const indexing = recreateIndexes(client, kind, droppedIndexes).then(async (later) => {
    // A proxy would cut off a transaction that is idle for hours.
    await keepAwake(client, areStored.signal);
    return later;
  });
  // Waits for both, however they end: a later statement would run outside the transaction.
  const [stored, later] = await Promise.allSettled([storing, indexing]);
  if (stored.status === 'rejected') throw stored.reason;
  if (later.status === 'rejected') throw later.reason;
  const summary = await archive.summary();
  if (differences(summary.objects, stored.value).length > 0) {
    throw new StartError('Nothing was kept: the files in the backup are not those that were put there.');
  }
  await verifyTables(client, summary.tables, summary.sequences);
  await clearExcluded(client);
  await client.query('ANALYZE');
  return { summary, later: later.value };
}

async function storeObjects(storage: Storage, archive: ArchiveReader, written: string[]): Promise<Summary['objects']> {
  const tally = new Tally();
  tally.open(objectsTally);
  for await (const { key, bytes } of archive.objects()) {
    written.push(key);
    tally.add(objectsTally, `${key} ${await storeObject(storage, key, bytes)}`);
  }
  return tally.result();
}

/** Writes an object and returns its SHA-256. */
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
