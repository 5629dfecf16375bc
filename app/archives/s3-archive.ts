import { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import type { BackupStore } from '@back-office/server/platform/backup-settings.ts';
import { commandLine } from '@back-office/server/platform/command-line.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { S3Bucket } from '@back-office/server/platform/storage/s3-bucket.ts';
import type { ArchiveFile, ArchiveSink } from './archive-file.ts';

/** A store accepts 10,000 parts per object, so a backup may have 312 GiB. */
const partSize = 32 * 1024 * 1024;
/** How often an interrupted read is resumed without a byte in between: for half a minute. */
const maxRetries = 6;

/** Whether a backup is named by a bucket, rather than by a path. */
export const isInBucket = (name: string): boolean => name.startsWith('s3://');

/** Opens the location `s3://bucket/prefix/` of backups; throws a StartError if it is invalid, or no store is set. */
export function openBackupBucket(place: string, store: BackupStore | undefined): S3Bucket {
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/((?:[\w.-]+\/)*)$/.exec(place) ?? [];
  if (bucket === undefined || prefix === undefined) throw new StartError(`${place} names no backup: give s3://bucket/backups/name.tar.gz.`);
  if (store === undefined)
    throw new StartError(
      'Set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY: without them no bucket is reached.',
    );
  return new S3Bucket({ settings: { ...store, bucket }, prefix, partSize });
}

/** An archive `s3://bucket/prefix/name` in the store of the settings. It appears under its name only once it is complete. */
export function s3Archive(name: string, store: BackupStore | undefined): ArchiveFile {
  const at = name.lastIndexOf('/') + 1;
  const [bucket, key] = [openBackupBucket(name.slice(0, at), store), name.slice(at)];
  if (!/^[\w-][\w.-]{0,199}$/.test(key)) throw new StartError(`${name} names no backup: give s3://bucket/backups/name.tar.gz.`);
  return {
    name,
    read: () => Readable.from(bytesOf(bucket, key, name), { objectMode: false, highWaterMark: 256 * 1024 }),
    create: () => create(bucket, key, name),
  };
}

async function create(bucket: S3Bucket, key: string, name: string): Promise<ArchiveSink> {
  const size = await bucket.size(key).catch((error: unknown) => {
    throw unusable(name, error);
  });
  if (size !== undefined) throw new StartError(`The backup ${name} exists already: give a new name.`);
  const object = bucket.create(key);
  const explainFailure = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      throw unusable(name, error);
    });
  const send = callbackify((block: Uint8Array) => explainFailure(object.write(block)));
  const stream = new Writable({ highWaterMark: 1024 * 1024, write: (block: Uint8Array, _encoding, done) => send(block, done) });
  return {
    stream,
    name: () => explainFailure(object.close()),
    // If the store is unreachable, the parts stay behind; the next scheduled backup removes them.
    abort: () => object.abort().catch(() => undefined),
  };
}

/** All bytes of an object; an interrupted read resumes where it was, since a restore may keep a store waiting for long. */
async function* bytesOf(bucket: S3Bucket, key: string, name: string): AsyncGenerator<Uint8Array> {
  const size = await bucket.size(key).catch((error: unknown) => {
    throw unusable(name, error);
  });
  if (size === undefined) throw new StartError(`There is no backup ${name}: ${commandLine('backup', '--list')} says which there are.`);
  let blocks: AsyncIterator<Uint8Array> | undefined;
  try {
    for (let at = 0, tries = 0; at < size;) {
      let block: Uint8Array | undefined;
      try {
        blocks ??= (await bucket.read(key, { start: at }))[Symbol.asyncIterator]();
        const { value, done } = await blocks.next();
        if (done === true) throw new Error('it ended early');
        block = value;
      } catch (error) {
        tries += 1;
        blocks = undefined;
        if (tries === maxRetries) throw unusable(name, error);
        await wait(2 ** tries * 500);
      }
      if (block === undefined) continue;
      at += block.length;
      tries = 0;
      yield block;
    }
  } finally {
    // Of an archive that is not read to its end.
    await blocks?.return?.();
  }
}

/** The store's own error, in a sentence. */
export function unusable(name: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new StartError(`The bucket of ${name} cannot be used for backups: ${reason}. See BACKUP_S3_… in docs/operating.md.`, {
    cause: error,
  });
}
