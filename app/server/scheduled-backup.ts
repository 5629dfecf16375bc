import { spawn } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';

const command = join(import.meta.dirname, `../backup/main${extname(import.meta.filename)}`);

/** Names of those that the clock makes: nothing else in the folder is theirs to remove. */
const ours = /^back-office-\d{8}-\d{6}\.tar\.gz$/;

/**
 * The job that makes a backup by the clock: the same command as an operator's, in a process of its own, so that no request waits for
 * it. The archive is then read to its end; one that is not whole goes, and the job fails. Of whole ones the newest are kept.
 * None where no folder is set.
 */
export function scheduledBackup(
  { backup, timeZone }: Pick<Settings, 'backup' | 'timeZone'>,
  environment: Readonly<Record<string, string | undefined>>,
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
        await runCommand(['backup', file], environment, signal);
        try {
          await runCommand(['backup', '--verify', file], environment, signal);
        } catch (error) {
          await rm(file, { force: true });
          throw error;
        }
        await removeOld(folder, keep);
        return { file, bytes: (await stat(file)).size };
      },
    },
  ];
}

/** `20261123-023000`, by the clock on the wall. */
const stampOf = (now: Date, timeZone: string): string =>
  now.toLocaleString('sv-SE', { timeZone }).replaceAll(/[-:]/g, '').replace(' ', '-');

/** Runs one of the backup's commands with the server's own settings; what it says of its failure is the error. */
function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], { env: { ...environment }, stdio: ['ignore', 'ignore', 'pipe'], signal });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The command ${args.slice(0, -1).join(' ')} failed: ${said.trim()}`));
    });
  });
}

async function removeOld(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => ours.test(name)).toSorted();
  for (const name of names.slice(0, -keep)) await rm(join(folder, name));
}
