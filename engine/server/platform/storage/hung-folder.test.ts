import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it } from 'vitest';
import { pdfOf } from '../../testing/file-samples.ts';
import { openTestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';
import { DiskCalls } from './disk-calls.ts';
import { folderStorage } from './folder-storage.ts';

/*
 * A share whose server is gone answers nothing, for hours: every call on it occupies one of the four threads of the process, which passwords need
 * too. Opening a pipe that nobody writes to blocks in the same way.
 */
it('a folder that does not respond answers readers with 503, and does not affect sign-in', async () => {
  const database = await openTestDatabase();
  const folder = join(database.dataDir, 'share');
  const app = await openTestApp({
    database,
    storage: await folderStorage(folder, new DiskCalls({ queueTimeoutMs: 1000, callTimeoutMs: 1000 })),
    log: pino({ level: 'silent' }),
  });
  const me = await app.userWith({});
  const { data: file } = await sendFile(app, me.token, { name: 'a.pdf', bytes: pdfOf(5000) });
  const { rows } = await database.pool.query<{ storage_key: string }>('SELECT storage_key FROM sys_upload_part');
  const paths = rows.map(({ storage_key: key }) => join(folder, key));
  for (const path of paths) {
    rmSync(path);
    execFileSync('mkfifo', [path]);
  }
  try {
    const reading = Array.from({ length: 8 }, () => fetchPath(app, file.filePath));
    expect((await app.signIn(me.account, userPassword)).userId).toBe(me.userId);
    expect((await Promise.all(reading)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 503));
  } finally {
    // Opening a pipe for writing releases those that opened it for reading.
    const pipes = paths.map((path) => openSync(path, 'r+'));
    await app.server.close();
    for (const pipe of pipes) closeSync(pipe);
    await database.drop();
  }
}, 30_000);
