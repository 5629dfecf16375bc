import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { memoryFlags } from '../../app/server/memory-flags.mjs';
import { until } from '../../engine/server/testing/until.ts';

/** One node of the product, as `main.ts` runs it, in a separate process. */
export interface NodeProcess {
  readonly port: number;
  /** Its output. */
  output(): string;
  /** Sends the signal, and returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

const root = join(import.meta.dirname, '../..');

interface Child {
  readonly process: ChildProcess;
  readonly ended: Promise<[number | null, string | null]>;
  readonly said: () => string;
}

function spawnNode(port: number, settings: Readonly<Record<string, string>>, product: string): Child {
  const { PATH = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = '' } = process.env;
  // A copy of the product is removed with its test, but its compile cache would stay.
  const compiled = product === root ? { NODE_COMPILE_CACHE } : {};
  const env = { PATH, TMPDIR, ...compiled, NODE_ENV: 'production', ...settings };
  const args = [...memoryFlags, '--import', join(root, 'scripts/lib/lifeline.mjs'), join(product, 'app/server/main.ts')];
  const child = spawn(process.execPath, args, { env: { ...env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { process: child, ended: once(child, 'exit') as Promise<[number | null, string | null]>, said: () => output };
}

/** Starts a node and waits until it can serve; it ends with this process. `product` is the folder of its code. */
export async function startNode(port: number, settings: Readonly<Record<string, string>>, product = root): Promise<NodeProcess> {
  const { node, ready } = launchNode(port, settings, product);
  await ready();
  return node;
}

/** Starts a node, for which `ready` waits: it rejects if the node ends instead. */
export function launchNode(port: number, settings: Readonly<Record<string, string>>, product = root) {
  const { process: child, ended, said } = spawnNode(port, settings, product);
  const end = async (signal: NodeJS.Signals): Promise<number | string | null> => {
    child.kill(signal);
    const [code, by] = await ended;
    return code ?? by;
  };
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`A node did not start:\n${said()}`);
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const node: NodeProcess = { port, output: said, end };
  return { node, ready: () => until(isReady, 300_000) };
}

/** The error message of a node that does not start, without its log. Throws if it does start. */
export async function startRefused(settings: Readonly<Record<string, string>>): Promise<string> {
  const { process: child, ended, said } = spawnNode(0, settings, root);
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const [code] = await ended;
  clearTimeout(timer);
  if (code !== 1) throw new Error(`A node ended with ${code ?? 'a signal'}:\n${said()}`);
  const lines = said().trim().split('\n');
  return lines.filter((line) => !line.startsWith('{')).join('\n');
}
