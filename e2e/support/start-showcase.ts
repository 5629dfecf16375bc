import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Serves the showcase; returns its address, and a function that stops it. */
export async function startShowcase(): Promise<{ baseURL: string; stop: () => void }> {
  const { PATH = '', HOME = '' } = process.env;
  // In production mode: the development builds of React and antd take half as long again.
  const child = spawn(process.execPath, [join(root, 'scripts/showcase.mjs'), '--host', '127.0.0.1', '--port', '0'], {
    env: { PATH, HOME, NO_COLOR: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const baseURL = await new Promise<string>((found, fail) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address !== undefined) found(address);
    });
    child.once('exit', (code) => fail(new Error(`The showcase ended with ${code}.\n${output}`)));
  });
  return { baseURL, stop: () => void child.kill('SIGTERM') };
}
