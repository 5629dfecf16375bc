import { recordIn } from '@back-office/contract/record-in.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';
import { reasonOf } from './prepare-folder.ts';

const sqliteBusy = 5;

export interface FolderLock {
  release(): void;
}

/**
 * Locks the folder for this process, or throws a StartError that names the folder and the process that has it. Two
 * processes on one embedded database would silently lose rows. The lock is the system's own lock on a file, taken
 * through SQLite because Node has no call for it: two starters cannot both get it, and the kernel releases it when the
 * process ends, however it ends, so there is no stale lock and a reused pid means nothing. The pid is written only for
 * messages. Danger: the system drops the lock when this process itself opens and closes `.lock`. Never read or copy
 * that file from the running server; a backup copies `database/` and `files/`.
 */
export function lockFolder(folder: string): FolderLock {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, '.lock'), { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    writeFileSync(ownerFile(folder), `${process.pid}\n`);
  } catch (error) {
    lock?.close();
    const isBusy = recordIn(error).errcode === sqliteBusy;
    throw new StartError(
      isBusy
        ? `The folder ${folder} is used by another server${ownerOf(folder)}: stop that one, or set DATA_DIR to another folder.`
        : `The folder ${folder} (DATA_DIR) cannot be locked: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
  return { release: () => lock.close() };
}

function ownerFile(folder: string): string {
  return join(folder, '.lock-pid');
}

function ownerOf(folder: string): string {
  try {
    return ` (process ${readFileSync(ownerFile(folder), 'utf8').trim()})`;
  } catch {
    return '';
  }
}
