import { isRecord } from '@back-office/contract/is-record.ts';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The last backup made with these settings, as recorded by the command that made it. */
export interface LastBackup {
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly made: number;
  /** When the same file was read to its end and found intact; otherwise absent. */
  readonly verified?: number;
  /** The names of backups made here that lack files which the database names, the newest last; absent if none. */
  readonly incomplete?: readonly string[];
}

const placeOf = (dataDir: string): string => join(dataDir, 'last-backup.json');

/** The record of the last backup; undefined if none was made here. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(placeOf(dataDir), 'utf8').catch(() => 'null');
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const { file, made, verified, incomplete } = value;
    if (typeof file !== 'string' || typeof made !== 'number') return undefined;
    return {
      file,
      made,
      ...(typeof verified === 'number' ? { verified } : {}),
      ...(Array.isArray(incomplete) ? { incomplete: incomplete.map(String) } : {}),
    };
  } catch {
    return undefined;
  }
}

/** Records a backup for the servers of the same folder, atomically. */
export async function writeLastBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const place = placeOf(dataDir);
  await writeFile(`${place}.new`, JSON.stringify(backup), { mode: 0o600 });
  await rename(`${place}.new`, place);
}

/** Removes the record of an invalid backup. */
export const removeLastBackup = (dataDir: string): Promise<void> => rm(placeOf(dataDir), { force: true });
