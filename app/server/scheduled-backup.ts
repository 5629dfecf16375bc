import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { type LastBackup, readLastBackup, removeLastBackup, writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { runBackupCommand } from './run-backup-command.ts';

/** Names of those that the clock makes, whole and begun: nothing else in the folder is theirs to remove. */
const ours = /^back-office-\d{8}-\d{6}\.tar\.gz$/;
const begun = /^\.back-office-\d{8}-\d{6}\.tar\.gz\.[0-9a-f]+\.unfinished$/;

/**
 * The job that makes a backup by the clock: the same command as an operator's, in a process of its own, so that no request waits for
 * it. The archive is then read to its end; one that is not whole goes, and the job fails. Of whole ones the newest are kept.
 * None where no folder is set.
 */
export function scheduledBackup(
  { backup, timeZone, dataDir }: Pick<Settings, 'backup' | 'timeZone' | 'dataDir'>,
  environment: Readonly<Record<string, string | undefined>>,
  command = runBackupCommand,
): JobKind[] {
  if (backup === undefined) return [];
  const { folder, cron, keep } = backup;
  return [
    {
      name: 'backup',
      title: '备份',
      cron,
      attempts: 3,
      backOff: 600,
      run: async ({ signal }) => {
        const file = join(folder, `back-office-${stampOf(new Date(), timeZone)}.tar.gz`);
        const last = await readLastBackup(dataDir);
        // Of a run that was stopped; no other is under way.
        await removeNamed(folder, begun);
        await command(['backup', file], environment, signal);
        try {
          await command(['backup', '--verify', file], environment, signal);
        } catch (error) {
          // Stopped, it was not found wanting.
          if (!signal.aborted) await forget(file, dataDir, last);
          throw error;
        }
        await removeNamed(folder, ours, keep);
        return { file, bytes: (await stat(file)).size };
      },
    },
  ];
}

/** `20261123-023000`, by the clock on the wall. */
const stampOf = (now: Date, timeZone: string): string =>
  now.toLocaleString('sv-SE', { timeZone }).replaceAll(/[-:]/g, '').replace(' ', '-');

/** An archive that is not whole goes, and the last backup is the one before it. */
async function forget(file: string, dataDir: string, last: LastBackup | undefined): Promise<void> {
  await rm(file, { force: true });
  if (last === undefined) await removeLastBackup(dataDir);
  else await writeLastBackup(dataDir, last);
}

/** Removes what is named so, but the newest that are to be kept. */
async function removeNamed(folder: string, names: RegExp, keep = 0): Promise<void> {
  // A folder that is not there is the command's to refuse.
  const found = (await readdir(folder).catch(() => [])).filter((name) => names.test(name)).toSorted();
  for (const name of found.slice(0, Math.max(0, found.length - keep))) await rm(join(folder, name));
}
