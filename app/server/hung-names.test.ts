import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

// A separate network and mounts are available on Linux, as root, with iproute2.
const canIsolate = spawnSync('unshare', ['--net', '--mount', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'back-office-names-'))));
afterAll(() => rm(folder, { recursive: true }));

/** @see docs/postmortems/waits-without-an-end.md */
it.skipIf(!canIsolate)('a hanging name server does not delay the database, and its lookups give up within 8 seconds', () => {
  const child = fileURLToPath(new URL('./testing/hung-names.ts', import.meta.url));
  const args = ['--net', '--mount', '--propagation', 'private', process.execPath, child, folder];
  const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8', timeout: 50_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { first, order, seconds } = JSON.parse(stdout) as { first: string; order: string[]; seconds: number };
  expect([first, ...order]).toEqual(['127.0.0.1', '127.0.0.1', 'EAI_AGAIN', 'EAI_AGAIN']);
  // By default, the system waits for 10 s.
  expect(seconds).toBeLessThan(8);
});
