import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { freePort } from '@back-office/server/testing/free-port.ts';
import { copyTemplate } from '../testing/server/test-database.ts';

it.skipIf(!existsSync('/dev/full'))(
  'a server whose log is on a full disk goes on, and ends when it is told to',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'back-office-full-'));
    const copy = await copyTemplate(inject('testTemplate'), dataDir);
    const port = await freePort();
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), ...(copy.url === undefined ? {} : { DATABASE_URL: copy.url }) };
    const main = join(import.meta.dirname, 'main.ts');
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', full, 'inherit'] });
    closeSync(full);
    const ended = once(child, 'exit');
    try {
      const status = () =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          (answer) => answer.status,
          () => undefined,
        );
      await expect.poll(status, { timeout: 120_000, interval: 200 }).toBe(200);
      for (let times = 0; times < 3; times += 1) expect(await status()).toBe(200);
      child.kill('SIGTERM');
      expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 15_000, 'hangs'))])).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      await ended;
      await copy.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  180_000,
);
