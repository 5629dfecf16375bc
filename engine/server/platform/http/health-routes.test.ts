import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'back-office-room-'));
  app = await openTestApp({ dataDir });
});
afterAll(async () => {
  await app.drop();
  await rm(dataDir, { recursive: true });
});

const ready = async () => (await app.server.inject('/readyz')).statusCode;

it('a node is not ready while the disk of the embedded database is full, and is ready again once it has room', async () => {
  // Writing to it fails as on a full disk; the probe removes it.
  await symlink('/dev/full', join(dataDir, '.room'));
  expect(await ready()).toBe(inject('testTemplate').kind === 'embedded' ? 503 : 200);
  await rm(join(dataDir, '.room'), { force: true });
  await expect.poll(ready).toBe(200);
  expect(await readdir(dataDir)).toEqual([]);
});
