import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');

/** A running demo. */
export interface Demo {
  readonly baseURL: string;
  readonly password: string;
  readonly stop: () => Promise<void>;
}

/** Creates a demo in the folder and serves it. Throws its output if that fails. */
export async function startDemo(folder: string): Promise<Demo> {
  const port = 18_000 + (process.pid % 2000);
  const { PATH = '', HOME = '' } = process.env;
  const baseURL = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['--import', join(root, 'scripts/lib/lifeline.mjs'), join(root, 'app/demo/main.ts')], {
    // A browser allows passkeys for localhost, and for no IP address.
    env: { PATH, HOME, DEMO_DIR: folder, PORT: String(port), HOST: '127.0.0.1', PASSKEYS: 'on', PUBLIC_URL: baseURL },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  for (let left = 1500; left > 0; left -= 1) {
    if (child.exitCode !== null) throw new Error(`The demo ended with ${child.exitCode}.\n${output}`);
    if ((await fetch(`${baseURL}/readyz`).catch(() => undefined))?.status === 200) break;
    await sleep(200);
  }
  const password = /with the password (\S+):/.exec(output)?.[1];
  if (password === undefined) throw new Error(`The demo tells no password.\n${output}`);
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  };
  return { baseURL, password, stop };
}
