import { spawn } from 'node:child_process';
import { extname, join } from 'node:path';

const program = join(import.meta.dirname, `../backup/main${extname(import.meta.filename)}`);

/** Runs one of the backup's commands with the server's own settings; what it says of its failure is the error. */
export function runBackupCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { env: { ...environment }, stdio: ['ignore', 'ignore', 'pipe'], signal });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The command ${args.slice(0, -1).join(' ')} failed: ${said.trim()}`));
    });
  });
}
