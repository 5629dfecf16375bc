import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { memoryFlags } from '../../server/memory-flags.mjs';
import { until } from '../../server/src/testing/until.ts';

/** One node of the product, as `main.ts` runs it, in a process of its own. */
export interface NodeProcess {
  readonly port: number;
  /** What it printed. */
  said(): string;
  /** Sends the signal, and gives the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

const root = join(import.meta.dirname, '../..');

/** Starts a node and waits until it can serve; it ends with this process. `product` is where its code lies. */
export async function startNode(port: number, settings: Readonly<Record<string, string>>, product = root): Promise<NodeProcess> {
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: process.env['TMPDIR'] ?? '/tmp', NODE_ENV: 'production', ...settings };
  const args = [...memoryFlags, '--import', join(root, 'scripts/lib/lifeline.mjs'), join(product, 'server/src/main.ts')];
  const child = spawn(process.execPath, args, { env: { ...env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`A node did not start:\n${said}`);
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }, 90_000);
  return {
    port,
    said: () => said,
    end: async (signal) => {
      child.kill(signal);
      const [code, by] = await ended;
      return code ?? by;
    },
  };
}
