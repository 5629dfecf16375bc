import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { lockAtStart } from '../database/lock-at-start.ts';
import type { Row, Tables } from '../database/tables.ts';
import { withTransaction } from '../database/with-transaction.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { folderStorage } from './folder-storage.ts';
import type { S3Limits } from './s3-calls.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { writeObject } from './write-object.ts';

/** The object that records the owner of a storage. */
export const storeMarker = 'store-id';

/** Opens the storage that the settings name; throws a StartError if it is unusable. */
export async function openStorage(settings: StorageSettings, db: Kysely<Tables>, limits?: S3Limits): Promise<Storage> {
  return withStartErrors(settings, async () => {
    const storage = await storageOf(settings, limits);
    await claimStorage(storage, settings, db);
    return storage;
  });
}

/** Marks a new storage as this database's own; throws a StartError if it belongs to another database, or is not the one that this database uses. */
export async function claimStorage(storage: Storage, settings: StorageSettings, db: Kysely<Tables>): Promise<void> {
  await withStartErrors(settings, () =>
    // Serialised: two nodes may start at once on a new storage.
    withTransaction(db, async (transaction) => {
      await lockAtStart(transaction, 7_215_004);
      await checkMarker(storage, transaction, nameOf(settings));
    }),
  );
}

/** Throws a StartError if `claimStorage` would; marks nothing. */
export async function checkStorageOwner(
  storage: Pick<Storage, 'size' | 'read'>,
  settings: StorageSettings,
  db: Kysely<Tables>,
): Promise<void> {
  await withStartErrors(settings, () => unmarkedName(storage, db, nameOf(settings)));
}

/** Opens it without checking its owner, in order to fill it or to read it as a whole. */
export async function openUncheckedStorage(settings: StorageSettings): Promise<Storage> {
  return withStartErrors(settings, async () => {
    const storage = await storageOf(settings);
    await storage.size(storeMarker);
    return storage;
  });
}

type StorageSettings = Pick<Settings, 's3' | 'dataDir'>;

const storageOf = async ({ s3, dataDir }: StorageSettings, limits?: S3Limits): Promise<Storage> =>
  s3 === undefined ? folderStorage(join(dataDir, 'files')) : s3Storage(s3, limits);

const nameOf = ({ s3, dataDir }: StorageSettings): string =>
  s3 === undefined ? `The folder ${join(dataDir, 'files')}` : `The bucket ${s3.bucket} at S3_ENDPOINT`;

async function withStartErrors<Result>(settings: StorageSettings, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`${nameOf(settings)} cannot be used for files: ${reason}.`);
  }
}

/** Marks a new storage with the database's own name for it. */
async function checkMarker(storage: Storage, db: Kysely<Tables>, where: string): Promise<void> {
  const name = await unmarkedName(storage, db, where);
  if (name !== undefined) {
    if ((await storage.size(storeMarker)) !== undefined) await storage.remove(storeMarker);
    await writeObject(storage, storeMarker, Readable.from([Buffer.from(name)]), new AbortController().signal);
  }
  // Also where the mark is there: a start may have been killed before it wrote this.
  await db
    .insertInto('sys_secret')
    .values({ name: 'storage marked', value: Buffer.alloc(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The name with which a new storage must be marked; undefined if it already is. Refuses a storage with another mark, or with none
 * although there are files: two nodes, each with a folder of its own, would lose every other file (docs/hardening.md J06).
 */
async function unmarkedName(storage: Pick<Storage, 'size' | 'read'>, db: Kysely<Tables>, where: string): Promise<string | undefined> {
  const { rows } = await sql<Row<'sys_secret', 'name'> & { isUsed: boolean }>`
    SELECT encode(value, 'hex') AS name, EXISTS (SELECT FROM sys_secret WHERE name = 'storage marked') AS is_used
    FROM sys_secret WHERE name = 'storage'`.execute(db);
  const { name = '', isUsed = false } = rows[0] ?? {};
  const mark = (await storage.size(storeMarker)) === undefined ? '' : String(await buffer(await storage.read(storeMarker)));
  if (mark === name) return undefined;
  // Nothing, or a part, is what a first start leaves that was killed while it marked the storage.
  if (!name.startsWith(mark)) throw new StartError(`${where} holds the files of another database.`);
  if (isUsed) {
    throw new StartError(
      `${where} does not hold the files of this database. Every node needs the same storage; one that was lost or moved must be put back.`,
    );
  }
  return name;
}
