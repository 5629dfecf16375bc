import { modules } from '../../app/server/modules.ts';
import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pino from 'pino';
import { createApp } from '../../app/server/app.ts';
import { migrate } from '../../engine/server/platform/database/migrate.ts';
import { openDatabase } from '../../engine/server/platform/database/open-database.ts';
import { seed } from '../../app/server/seed.ts';
import { folderStorage } from '../../engine/server/platform/storage/folder-storage.ts';
import { readSettings } from '../../engine/server/platform/settings.ts';
import { adminPassword } from '../lib/admin-password.ts';

/*
 * One server of the benchmark in a separate process: the product (`ours`), or a bare node:http that writes a body to a
 * file as it arrives (`plain`), or also hashes it on its main thread (`hashing`). In reply to any message, it reports its memory
 * when it was ready, its peak since then, and the CPU time of its threads since.
 */
const [, , kind = '', dataDir = '', url = ''] = process.argv;
await mkdir(dataDir, { recursive: true });
const port = kind === 'ours' ? await ours() : await bare(kind === 'hashing');
const start = process.cpuUsage();
// The start does not count for the peak: it includes the creation of the embedded database.
writeFileSync('/proc/self/clear_refs', '5');
const before = peakMemory();
process.send?.({ port });
process.on('message', () => process.send?.({ before, peak: peakMemory(), cpu: process.cpuUsage(start) }));
process.on('disconnect', () => process.exit(0));

/** Bytes since the last reset; the value of resourceUsage is at least the memory of the process that forked this one. */
function peakMemory(): number {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function ours(): Promise<number> {
  const log = pino({ level: 'error' });
  const database = await openDatabase({ url: url === '' ? undefined : url, dataDir, timeZone: 'Asia/Shanghai', log });
  await migrate(database, { log, modules });
  await seed(database, { adminPassword, keep: true });
  const storage = await folderStorage(join(dataDir, 'files'));
  const app = await createApp({
    database,
    storage,
    settings: readSettings({ LOG_OPERATION_DAYS: '0', LOG_LOGIN_DAYS: '0' }),
    log,
    clock: () => new Date(),
    webRoot: undefined,
  });
  await app.jobs.start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function bare(hashes: boolean): Promise<number> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const hash = hashes ? createHash('sha256') : undefined;
    if (hash !== undefined) request.on('data', (block: Buffer) => hash.update(block));
    void pipeline(request, createWriteStream(join(dataDir, String(count)))).then(() =>
      response.end(JSON.stringify({ code: 20000, data: { id: '', hash: hash?.digest('hex') } })),
    );
  });
  server.requestTimeout = 0;
  return new Promise((found) => server.listen(0, '127.0.0.1', () => found((server.address() as AddressInfo).port)));
}
