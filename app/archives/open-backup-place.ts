import { recordIn } from '@back-office/contract/record-in.ts';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupStore } from '@back-office/server/platform/backup-settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { isInBucket, openBackupBucket, unusable } from './s3-archive.ts';

/** A location of backups: a folder, or a bucket with a prefix. */
export interface BackupPlace {
  /** The backup of that name as commands name it. */
  fileOf(name: string): string;
  /** The names of all files there, in order. */
  names(): Promise<string[]>;
  /** Throws a StartError if there is no file of that name. */
  size(name: string): Promise<number>;
  remove(name: string): Promise<void>;
  /** Removes the remains of stopped runs for backups of such names; none may be running. */
  removeUnfinished(isOurs: (name: string) => boolean): Promise<void>;
  close(): void;
}

/** Opens the location in the settings. */
export const openBackupPlace = (place: string, store: BackupStore | undefined): BackupPlace =>
  isInBucket(place) ? inBucket(place, store) : inFolder(place);

const gone = (file: string): StartError => new StartError(`The backup ${file} is gone: something removed it after it was made.`);

function inFolder(folder: string): BackupPlace {
  // A missing folder is refused by the command.
  const names = async (): Promise<string[]> => (await readdir(folder).catch((): string[] => [])).toSorted();
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true });
  return {
    fileOf: (name) => join(folder, name),
    names,
    size: async (name) => {
      const found = await stat(join(folder, name)).catch((error: unknown) => {
        throw recordIn(error).code === 'ENOENT' ? gone(join(folder, name)) : error;
      });
      return found.size;
    },
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
  const explainFailure = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw unusable(place, error);
    });
  return {
    fileOf: (name) => place + name,
    // Anything in subfolders belongs to somebody else.
    names: async () => (await explainFailure(bucket.list())).filter((name) => !name.includes('/')),
    size: async (name) => {
      const size = await explainFailure(bucket.size(name));
      if (size === undefined) throw gone(place + name);
      return size;
    },
    remove: (name) => explainFailure(bucket.remove(name)),
    removeUnfinished: (isOurs) => explainFailure(bucket.abortUnfinished(new Date(), isOurs)),
    close: () => bucket.close(),
  };
}
