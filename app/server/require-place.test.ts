import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lockFolder } from '@back-office/server/platform/database/lock-folder.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findOffice } from '../loading/office-place.mjs';
import { writeOffice } from '../loading/testing/write-office.ts';

/* `npm start` of an office that is not built yet, on a machine where the server could not run: it is refused before the build. */
let DATA_DIR: string;
let OFFICE: string;
let other: Server;
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'back-office-place-'));
  OFFICE = await writeOffice();
  other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
});
afterAll(async () => {
  other.close();
  await rm(DATA_DIR, { recursive: true });
});

async function start(environment: Readonly<Record<string, string>>): Promise<string> {
  const { PATH = '' } = process.env;
  const env = { PATH, OFFICE, DATA_DIR, PORT: '0', ...environment };
  const script = join(import.meta.dirname, '../../scripts/start.mjs');
  return promisify(execFile)(process.execPath, [script], { env, timeout: 50_000 }).then(
    () => 'it ended by itself',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => (stdout + stderr).trim(),
  );
}

it('refuses to start when the port is in use', async () => {
  const PORT = String((other.address() as AddressInfo).port);
  expect(await start({ PORT })).toBe(`PORT ${PORT} on 127.0.0.1 is in use by another process.`);
});

it('refuses to start when another server uses the data folder, and leaves the folder to it', async () => {
  const lock = lockFolder(DATA_DIR);
  try {
    expect(await start({})).toBe(
      `The folder ${DATA_DIR} is used by another server (process ${process.pid}): stop that one, or set DATA_DIR to another folder.`,
    );
  } finally {
    lock.release();
  }
});

it('refuses to start with an invalid setting, and creates no folder for it', async () => {
  expect(await start({ DATA_DIR: join(DATA_DIR, 'new'), SESSION_HOURS: 'many' })).toContain('SESSION_HOURS must be a number of hours');
  expect((await readdir(DATA_DIR)).filter((name) => !name.startsWith('.lock'))).toEqual([]);
  expect(existsSync(findOffice(OFFICE)?.dist ?? '')).toBe(false);
});
