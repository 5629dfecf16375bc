import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupStore } from '@back-office/server/platform/backup-settings.ts';
import { isInBucket, openBackupBucket, unusable } from './s3-archive.ts';

/** Where backups lie beside each other: a folder, or a bucket under a prefix. */
export interface BackupPlace {
  /** How a command names the backup of that name. */
  fileOf(name: string): string;
  /** The names of all that lies there, in order. */
  names(): Promise<string[]>;
  size(name: string): Promise<number>;
  remove(name: string): Promise<void>;
  /** Removes what stopped runs left of backups of such names; none may be under way. */
  removeUnfinished(isOurs: (name: string) => boolean): Promise<void>;
  close(): void;
}

/** Opens the place of the settings. */
export const openBackupPlace = (place: string, store: BackupStore | undefined): BackupPlace =>
  isInBucket(place) ? inBucket(place, store) : inFolder(place);

function inFolder(folder: string): BackupPlace {
  // A folder that is not there is the command's to refuse.
  const names = async (): Promise<string[]> => (await readdir(folder).catch((): string[] => [])).toSorted();
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true });
  return {
    fileOf: (name) => join(folder, name),
    names,
    size: async (name) => (await stat(join(folder, name))).size,
    remove,
    removeUnfinished: async (isOurs) => {
      for (const hidden of await names()) {
        const [, name] = /^\.(.+)\.[0-9a-f]+\.unfinished$/.exec(hidden) ?? [];
        if (name !== undefined && isOurs(name)) await remove(hidden);
      }
    },
    close: () => undefined,
  };
}

function inBucket(place: string, store: BackupStore | undefined): BackupPlace {
  const bucket = openBackupBucket(place, store);
  const explained = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw unusable(place, error);
    });
  return {
    fileOf: (name) => place + name,
    // What lies deeper is somebody else's.
    names: async () => (await explained(bucket.list())).filter((name) => !name.includes('/')),
    size: async (name) => (await explained(bucket.size(name))) ?? 0,
    remove: (name) => explained(bucket.remove(name)),
    removeUnfinished: (isOurs) => explained(bucket.abortUnfinished(new Date(), isOurs)),
    close: () => bucket.close(),
  };
}
