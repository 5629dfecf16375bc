import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import { DamagedArchive } from '../archives/damaged-archive.ts';
import { IncompleteBackup } from '../archives/incomplete-backup.ts';

const program = join(import.meta.dirname, `../backup/main${extname(import.meta.filename)}`);

/** A failed command, with its message. */
export class BackupCommandError extends Error {
  override name = 'BackupCommandError';
  /** It read an archive that is damaged. */
  readonly isDamaged: boolean;
  /** It made a backup that lacks files. */
  readonly isIncomplete: boolean;

  constructor(message: string, exitCode: number | null) {
    super(message);
    this.isDamaged = exitCode === DamagedArchive.exitCode;
    this.isIncomplete = exitCode === IncompleteBackup.exitCode;
  }
}

/** Runs one of the backup's commands with the server's own settings; its error message becomes the error. */
export function runBackupCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Through the channel it notices when this process is gone, however that ended.
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal,
    });
    let errorOutput = '';
    child.stderr?.on('data', (text: Buffer) => (errorOutput = `${errorOutput}${text.toString()}`.slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupCommandError(`The command ${args.slice(0, -1).join(' ')} failed: ${errorOutput.trim()}`, code));
    });
  });
}
