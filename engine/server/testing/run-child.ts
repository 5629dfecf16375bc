import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface Child {
  process: ChildProcessByStdio<Writable, Readable, null>;
  /** Lines of its output, as they come. */
  lines: AsyncIterator<string, undefined>;
  /** The next line, or undefined when it has ended. */
  nextLine(): Promise<string | undefined>;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a TypeScript file as a process of its own, for what only a second process can show.
 * `temporary` is where it puts what it cannot remove any more when it is killed.
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
