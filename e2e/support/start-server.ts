import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@back-office/server/testing/free-port.ts';

export interface Server {
  baseURL: string;
  adminPassword: string;
  /** The server's output on stdout and stderr so far. */
  output: () => string;
  /** Stops it as an operator would; the data stays until the worker ends. */
  stop: () => Promise<void>;
  /** Restarts it on the same address and data. */
  restart: () => Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');

/**
 * The product's own server as a process, ready for calls, with its data in the folder, where admin may already have a
 * password. Settings that contain its own address are derived from the port.
 */
export async function startServer(
  dataDir: string,
  extraSettings: Record<string, string> | ((port: number) => Record<string, string>),
  adminPassword = `Journey-${randomUUID()}`,
): Promise<Server> {
  const port = await freePort();
  const settings = typeof extraSettings === 'function' ? extraSettings(port) : extraSettings;
  const baseURL = `http://127.0.0.1:${port}`;
  let output = '';
  const start = async () => {
    const child = spawnServer({
      ...settings,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      ADMIN_PASSWORD_KEEP: 'on',
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    await untilReady(child, baseURL, () => output);
    return child;
  };
  let child = await start();
  return {
    baseURL,
    adminPassword,
    output: () => output,
    stop: () => stopChild(child),
    restart: async () => {
      await stopChild(child);
      child = await start();
    },
  };
}

/**
 * The environment excludes the machine's own settings, and it ends with the worker, however that ends. It runs for a
 * few journeys only: optimising the WebAssembly of its database costs more than it saves.
 */
function spawnServer(settings: Record<string, string>): ChildProcess {
  const pinned = join(root, 'node_modules/.bin/node');
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env;
  return spawn(
    existsSync(pinned) ? pinned : process.execPath,
    ['--liftoff-only', '--import', join(root, 'scripts/lib/lifeline.mjs'), join(root, 'app/server/main.ts')],
    {
      env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
}

async function untilReady(child: ChildProcess, baseURL: string, output: () => string) {
  const deadline = Date.now() + 110_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready.\n${output()}`);
    const answer = await fetch(`${baseURL}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server was not ready within two minutes.\n${output()}`);
    }
    await sleep(100);
  }
}

async function stopChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(forced);
}
