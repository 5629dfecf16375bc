import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { blockSize, returnBlock, takeBlock } from './block-pool.ts';
import type { Hasher } from './hasher.ts';
import { newKey } from './new-key.ts';
import type { ObjectWriter, Storage } from './storage.ts';
import { inSeconds } from '../database/now.ts';

/** How long a failed storage has to remove partial data before the failure is reported, in milliseconds. */
const abortMs = 2_000;

/** The content of an object. */
export interface StoredBytes {
  readonly key: string;
  readonly size: number;
  readonly hash: Buffer;
}

export interface StoreParts {
  readonly db: Kysely<Tables>;
  readonly storage: Storage;
  readonly hasher: Hasher;
}

/**
 * Writes a stream into a new object, and hashes it on the way. The object is in the trash from before its first byte
 * until a row names it (`claimBytes`), so that no failure in between leaves it behind forever. Rejects if the stream
 * fails, and with the error of `check` for the size so far; then the object is removed.
 */
export async function storeBytes(
  { db, storage, hasher }: StoreParts,
  stream: AsyncIterable<Uint8Array>,
  check: (size: number) => void = () => undefined,
): Promise<StoredBytes> {
  const key = newKey();
  await db
    .insertInto('sys_storage_trash')
    .values({ storageKey: key, dueTime: inSeconds(24 * 3600) })
    .execute();
  const object = await storage.create(key);
  const hash = hasher.begin();
  try {
    const size = await pump(stream, object, (block) => hash.update(block), check);
    const [digest] = await Promise.all([hash.digest(), object.close()]);
    return { key, size, hash: digest };
  } catch (error) {
    hash.drop();
    // What the storage could not remove stays in the trash until it can; the caller, who has already waited, waits only a little longer.
    const gone = object.abort().then(() => removeFromTrash(db, key));
    await Promise.race([gone.catch(() => undefined), wait(abortMs, undefined, { ref: false })]);
    throw error;
  }
}

/** Takes an object out of the trash, in the transaction whose row names it. False if it has already been cleared. */
export async function claimBytes(db: Kysely<Tables>, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sys_storage_trash')
    .where('storageKey', '=', key)
    .where('isClearing', '=', false)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes an object that no row names, without waiting for the clean-up. */
export async function removeBytes({ db, storage }: Pick<StoreParts, 'db' | 'storage'>, key: string): Promise<void> {
  await storage.remove(key);
  await removeFromTrash(db, key);
}

const removeFromTrash = (db: Kysely<Tables>, key: string) => db.deleteFrom('sys_storage_trash').where('storageKey', '=', key).execute();

/** Concurrent blocks: enough that disk and hash need not wait for each other, few enough that memory stays flat. */
const depth = 4;

async function pump(
  stream: AsyncIterable<Uint8Array>,
  object: ObjectWriter,
  update: (block: Uint8Array) => Promise<void>,
  check: (size: number) => void,
): Promise<number> {
  let size = 0;
  let block = takeBlock();
  let filled = 0;
  let written: Promise<void> = Promise.resolve();
  const underWay: Promise<void>[] = [];
  const send = async (): Promise<void> => {
    const [full, part] = [block, block.subarray(0, filled)];
    written = written.then(() => object.write(part));
    const both = Promise.all([written, update(part)]).then(() => returnBlock(full));
    // The caller that awaits it gets the failure; until then it must not count as unhandled.
    both.catch(() => undefined);
    underWay.push(both);
    if (underWay.length === depth) await underWay.shift();
    block = takeBlock();
    filled = 0;
  };
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      check(size);
      for (let at = 0; at < chunk.length;) {
        const taken = Math.min(chunk.length - at, blockSize - filled);
        block.set(at === 0 && taken === chunk.length ? chunk : chunk.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
        if (filled === blockSize) await send();
      }
    }
    if (filled > 0) await send();
    await Promise.all(underWay);
  } finally {
    // In any case: the object must not be closed during a write.
    await Promise.allSettled(underWay);
    returnBlock(block);
  }
  return size;
}
