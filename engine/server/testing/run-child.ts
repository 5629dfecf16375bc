import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface Child {
  process: ChildProcessByStdio<Writable, Readable, null>;
  /** The lines of its output, as they arrive. */
  lines: AsyncIterator<string, undefined>;
  /** The next line, or undefined when it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Kills it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a TypeScript file as a separate process, for tests that need a second one. `temporary` is the folder for files
 * that it cannot remove when it is killed.
 */
export function runChild(file: URL, args: string[], temporary: string): Child {
  const child = spawn(process.execPath, [file.pathname, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: temporary },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    process: child,
    lines,
    nextLine: async () => (await lines.next()).value,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
