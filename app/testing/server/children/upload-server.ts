import { modules } from '../../../server/modules.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createApp } from '../../../server/app.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { PlanningClient } from '@back-office/server/platform/database/planning-client.ts';
import { seed } from '../../../server/seed.ts';
import { clearSoon } from '@back-office/server/platform/storage/clear-storage.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import type { UploadFault } from '@back-office/server/testing/upload-faults.ts';
import type { TestS3 } from '@back-office/server/testing/open-s3.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { testAdminPassword } from '../test-template.ts';

/*
 * A whole server that tests kill during an upload: at the point named on its input it kills itself, like a power cut.
 * Prints its port, `armed` for each such point, and, for `sweep`, the content of the storage afterwards.
 */
const [dataDir = '', url = '', bucket = ''] = process.argv.slice(2);
const s3 = bucket === '' ? undefined : (JSON.parse(bucket) as TestS3);
let armed: UploadFault | undefined;

function killAt(fault: UploadFault): void {
  if (armed === fault) process.kill(process.pid, 'SIGKILL');
}

const database = await openDatabase({ url: url === '' ? undefined : url, dataDir, timeZone: 'Asia/Shanghai', log: silentLog });
await migrate(database, { log: silentLog, modules });
await seed(database, { adminPassword: testAdminPassword, keep: true });
killAtCommit(database);
const storage = await openStorage({ s3, dataDir }, database.db);
const app = await createApp({
  database,
  storage: killing(storage),
  settings: { ...readSettings({}), dataDir },
  log: pino({ level: 'silent' }),
  clock: () => new Date(),
  webRoot: undefined,
});
app.addHook('onSend', async () => killAt('before the answer'));
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);
for await (const line of createInterface(process.stdin)) {
  if (line === 'sweep') process.stdout.write(`${JSON.stringify(await sweep())}\n`);
  else {
    armed = line as UploadFault;
    process.stdout.write('armed\n');
  }
}
await app.close();
await database.close();

function killing(real: Storage): Storage {
  return {
    ...real,
    create: async (key) => {
      killAt('before the first byte');
      const object = await real.create(key);
      return {
        ...object,
        write: async (block) => {
          await object.write(block);
          killAt('amid the bytes');
        },
        close: async () => {
          killAt('before the bytes are safe');
          await object.close();
          killAt('before a row names them');
        },
      };
    },
    read: (key, range) => {
      killAt('while the whole is checked');
      return real.read(key, range);
    },
  };
}

function killAtCommit({ pool }: Database): void {
  pool.on('acquire', (client) => {
    if (!(client instanceof PlanningClient)) throw new Error('The transactions of this connection cannot be seen.');
    const execute = client.execute.bind(client);
    Object.assign(client, {
      execute: (text: string, values: unknown[]) => {
        if (text === 'commit') killAt('before the transaction is committed');
        return execute(text, values);
      },
    });
  });
}

/** Runs the cleanup as a day after a crash, and compares the stored objects with those that rows name. */
async function sweep(): Promise<{ lost: number; left: number }> {
  await database.pool.query('UPDATE sys_storage_trash SET due_time = now()');
  await clearSoon(database.db);
  await app.jobs.runDue();
  const { rows } = await database.pool.query<{ key: string; size: number }>(
    'SELECT storage_key AS key, part_size AS size FROM sys_upload_part',
  );
  await storage.clearUnfinished(new Date(Date.now() + 1000));
  const found = await storedKeys();
  const referencedKeys = new Set(rows.map(({ key }) => key));
  const whole = await Promise.all(rows.map(async ({ key, size }) => (await storage.size(key)) === Number(size)));
  return { lost: whole.filter((is) => !is).length, left: found.filter((key) => !referencedKeys.has(key)).length };
}

/** The keys of all stored objects; in a bucket, incomplete uploads count too. */
async function storedKeys(): Promise<string[]> {
  const root = s3 === undefined ? dataDir : join(s3.directory, s3.bucket);
  const keys = (await readdir(join(root, 'files'), { recursive: true })).flatMap(
    (path) => /^[0-9a-f]{2}\/[0-9a-f]{32}(?=$|\._S3rver_object$)/.exec(path) ?? [],
  );
  const unfinished = s3 === undefined ? [] : await readdir(join(root, '._S3rver_uploads')).catch(() => []);
  return [...keys, ...unfinished];
}
