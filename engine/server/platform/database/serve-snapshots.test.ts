import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { clearingLock } from './pause-clearing.ts';
import { serveSnapshots, snapshotSocket } from './serve-snapshots.ts';

it('a snapshot that cannot be started reports why, and does not keep blocking the clearing of files', async () => {
  const [database, host] = [await openTestDatabase(), await mkdtemp(join(tmpdir(), 'back-office-copies-'))];
  const dataDir = join(host, 'data');
  await mkdir(dataDir);
  const copyTo = () => Promise.reject(new Error('There is nowhere to copy to.'));
  const snapshots = serveSnapshots(dataDir, { host, copyTo }, database.pool);
  // Simulates a disk without room for a folder.
  await rm(dataDir, { recursive: true });
  const socket = createConnection(join(host, snapshotSocket));
  await once(socket, 'connect');
  expect(await text(socket)).toMatch(/^!ENOENT: no such file or directory, mkdtemp/);
  const holds = async () =>
    (
      await database.pool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [clearingLock],
      )
    ).rowCount;
  await expect.poll(holds, { timeout: 5000 }).toBe(0);
  await snapshots.close();
  await database.drop();
  await rm(host, { recursive: true });
});
