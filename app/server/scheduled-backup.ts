import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { commandLine } from '@back-office/server/platform/command-line.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { type LastBackup, readLastBackup, removeLastBackup, writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import {
  forgetScheduled,
  readBeginning,
  recordBegun,
  recordFound,
  recordScheduled,
  recordUnmade,
  recordVerified,
  scheduledBackups,
  takeOverScheduled,
} from '@back-office/server/platform/metrics/scheduled-backups.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { type BackupPlace, openBackupPlace } from '../archives/open-backup-place.ts';
import { BackupCommandError, runBackupCommand } from './run-backup-command.ts';

type BackupSettings = Pick<Settings, 'backup' | 'backupStore' | 'timeZone' | 'dataDir' | 'limits'>;

const filesMissing = `备份已做好，但缺少数据库里记着的文件，因此没有删除旧的完整备份：请检查文件存储，“${commandLine('backup', '文件')}”会说出缺少哪些`;

/** Of two databases with one place none chooses the other's name. */
const newName = (began: Date, timeZone: string): string =>
  `back-office-${stampOf(began, timeZone)}-${randomBytes(3).toString('hex')}.tar.gz`;

/** The names that earlier versions chose. */
const isOlder = (name: string): boolean => /^back-office-\d{8}-\d{6}\.tar\.gz$/.test(name);

/**
 * The job of scheduled backups: runs the operator's command in a separate process, so that no request waits for it. The archive is
 * then read to its end; a damaged one is deleted, and the job fails. Of this database's complete ones the newest are kept. While files are
 * missing that the database names, backups are made, of which the newest are kept beside all complete ones, which may hold those files, and the
 * job fails. Empty where no place for backups is set.
 */
export function scheduledBackup(
  db: Database['db'],
  { backup, backupStore, timeZone, dataDir, limits }: BackupSettings,
  environment: Readonly<Record<string, string | undefined>>,
  command = runBackupCommand,
): JobKind[] {
  if (backup === undefined) return [];
  const make = async (place: BackupPlace, signal: AbortSignal): Promise<{ file: string; bytes: number }> => {
    const last = await readLastBackup(dataDir);
    if (last !== undefined) await takeOverScheduled(db, basename(last.file));
    await adoptOlder(db, place, last);
    await removeRemains(db, place, last);
    const began = await readBeginning(db);
    const name = newName(began, timeZone);
    const file = place.fileOf(name);
    await recordBegun(db, { backupName: name, backupFile: file, madeTime: began.toISOString() });
    const isIncomplete = await command(['backup', file], environment, signal).then(
      () => false,
      (error: unknown) => {
        if (error instanceof BackupCommandError && error.isIncomplete) return true;
        throw error;
      },
    );
    await recordMade(db, place, { backupName: name, backupFile: file, madeTime: began.toISOString(), isIncomplete });
    try {
      await command(['backup', '--verify', file], environment, signal);
      await recordVerified(db, name);
    } catch (error) {
      // Interrupted, or cut off from the store, it was not found damaged: it stays, as an unverified backup.
      if (error instanceof BackupCommandError && error.isDamaged)
        await removeDamaged(db, place, name, () => resetLastBackup(dataDir, last));
      throw error;
    }
    await rotate(db, dataDir, place, { name, isIncomplete, keep: limits.backupKeep });
    if (isIncomplete) throw new Refusal('refused', { message: filesMissing });
    return { file, bytes: await place.size(name) };
  };
  return [
    {
      name: 'backup',
      title: '备份',
      cron: backup.cron,
      attempts: 3,
      backOff: 600,
      run: async ({ signal }) => {
        const place = openBackupPlace(backup.place, backupStore);
        try {
          return await make(place, signal);
        } finally {
          place.close();
        }
      },
    },
  ];
}

/**
 * Once, before the first backup with a name of this version: records the backups that earlier versions left at the place, and removes what they did
 * not finish, if this `DATA_DIR` knows the last of them. On a machine where a backup was only restored, it knows none.
 */
async function adoptOlder(db: Database['db'], place: BackupPlace, last: LastBackup | undefined): Promise<void> {
  if (last === undefined || !isOlder(basename(last.file))) return;
  const known = (await scheduledBackups(db)).map(({ backupName }) => backupName);
  if (!known.every(isOlder)) return;
  const names = (await place.names()).filter((name) => isOlder(name) && !known.includes(name));
  const older = names.map((backupName) => ({
    backupName,
    backupFile: place.fileOf(backupName),
    madeTime: new Date(backupName === basename(last.file) ? last.made : 0).toISOString(),
    isIncomplete: last.incomplete?.includes(backupName) === true,
  }));
  if (older.length > 0) await recordScheduled(db, older);
  await place.removeUnfinished(isOlder);
}

/**
 * Removes what an interrupted run left, or records it if it was written to its end; no other of this database is under way, but another database's
 * may be. Whether one lacks files is known only to the `DATA_DIR` of the node that made it: elsewhere it counts as incomplete, and no complete one
 * is removed for it.
 */
async function removeRemains(db: Database['db'], place: BackupPlace, last: LastBackup | undefined): Promise<void> {
  const begun = (await scheduledBackups(db)).filter(({ isMade }) => !isMade).map(({ backupName }) => backupName);
  if (begun.length === 0) return;
  await place.removeUnfinished((name) => begun.includes(name));
  const names = await place.names();
  for (const name of begun)
    if (names.includes(name)) await recordFound(db, name, !isKnownComplete(name, last));
    else await forgetScheduled(db, name);
}

const isKnownComplete = (name: string, last: LastBackup | undefined): boolean =>
  last !== undefined && basename(last.file) === name && last.incomplete?.includes(name) !== true;

/**
 * Forgets a damaged backup as a complete one first, since it may stay if the store or this server is gone before it is removed; each step although
 * another fails, of which the damage is reported.
 */
async function removeDamaged(db: Database['db'], place: BackupPlace, name: string, reset: () => Promise<void>): Promise<void> {
  const isDone = (step: Promise<void>): Promise<boolean> =>
    step.then(
      () => true,
      () => false,
    );
  await isDone(reset());
  await isDone(recordUnmade(db, name));
  if (await isDone(place.remove(name))) await isDone(forgetScheduled(db, name));
}

/** An incomplete one that cannot be recorded is removed: it would count as complete. */
async function recordMade(db: Database['db'], place: BackupPlace, made: Parameters<typeof recordScheduled>[1][number]): Promise<void> {
  await recordScheduled(db, [made]).catch(async (error: unknown) => {
    if (made.isIncomplete) await place.remove(made.backupName);
    throw error;
  });
}

/**
 * After the backup of this name: keeps the newest of complete and of incomplete ones each; for an incomplete one, none that is complete is removed.
 * The newest are those that began last by the database's clock, whatever their names say.
 */
async function rotate(
  db: Database['db'],
  dataDir: string,
  place: BackupPlace,
  { name: last, isIncomplete, keep }: { name: string; isIncomplete: boolean; keep: number },
): Promise<void> {
  const own = (await scheduledBackups(db)).filter(({ isMade }) => isMade);
  // The file knows of those that were made before the table was there.
  const incomplete = new Set([
    ...((await readLastBackup(dataDir))?.incomplete ?? []),
    ...own.flatMap(({ backupName, isIncomplete: lacks }) => (lacks ? [backupName] : [])),
  ]);
  const there = new Set(await place.names());
  const others = own.map(({ backupName }) => backupName).filter((name) => name !== last);
  const names = [...others, last].filter((name) => there.has(name));
  const [lacking, complete] = [names.filter((name) => incomplete.has(name)), names.filter((name) => !incomplete.has(name))];
  for (const kind of isIncomplete ? [lacking] : [lacking, complete])
    for (const old of kind.slice(0, Math.max(0, kind.length - keep))) {
      await place.remove(old);
      await forgetScheduled(db, old);
    }
}

/** `20261123-023000`, in the local time zone. */
const stampOf = (now: Date, timeZone: string): string =>
  now.toLocaleString('sv-SE', { timeZone }).replaceAll(/[-:]/g, '').replace(' ', '-');

/** Makes the previous backup the last one again. */
async function resetLastBackup(dataDir: string, last: LastBackup | undefined): Promise<void> {
  if (last === undefined) await removeLastBackup(dataDir);
  else await writeLastBackup(dataDir, last);
}
