import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { readSettings } from '../settings.ts';
import { DiskCalls } from '../storage/disk-calls.ts';
import { NodeReporter } from './node-report.ts';

/* Opening a pipe that nobody writes to blocks like a hanging share. */
it('a node whose DATA_DIR does not respond reports without what is in it', async () => {
  const database = await openTestDatabase();
  const pipe = join(database.dataDir, 'last-backup.json');
  execFileSync('mkfifo', [pipe]);
  const settings = { ...readSettings({}), dataDir: database.dataDir };
  const disk = new DiskCalls({ queueTimeoutMs: 100, callTimeoutMs: 100 });
  const reporter = new NodeReporter({ database, settings, sockets: () => 0, log: silentLog, disk });
  try {
    const report = await reporter.read();
    expect([report.files, report.backup]).toEqual(['folder', undefined]);
  } finally {
    closeSync(openSync(pipe, 'r+'));
    await reporter.stop();
    await database.drop();
  }
}, 20_000);
