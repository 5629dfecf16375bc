import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { JobContext } from '@back-office/server/platform/jobs/job-kind.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { readLastBackup, writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import { recordScheduled } from '@back-office/server/platform/metrics/scheduled-backups.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { S3Bucket } from '@back-office/server/platform/storage/s3-bucket.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { openS3, type TestS3 } from '@back-office/server/testing/open-s3.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestDatabaseOnDisk } from '../testing/server/test-database.ts';
import { testTimeZone } from '../testing/server/test-template.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runBackupCommand } from '../server/run-backup-command.ts';
import { scheduledBackup } from '../server/scheduled-backup.ts';
import { run as runHere } from './run.ts';
import { s3Archive } from '../archives/s3-archive.ts';

let database: Awaited<ReturnType<typeof openTestDatabaseOnDisk>>;
let s3: TestS3;
let bucket: S3Bucket;
let folder: string;
let environment: Record<string, string | undefined>;
beforeAll(async () => {
  database = await openTestDatabaseOnDisk();
  await openStorage({ s3: undefined, dataDir: database.dataDir }, database.db);
  folder = await mkdtemp(join(tmpdir(), 'back-office-s3-backup-'));
  s3 = await openS3();
  bucket = new S3Bucket({ settings: s3, prefix: 'office/nightly/', partSize: 5 * 1024 * 1024 });
  environment = {
    ...process.env,
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.kind === 'embedded' ? undefined : database.pool.options.connectionString,
    BACKUP_S3_BUCKET: s3.bucket,
    BACKUP_S3_PREFIX: 'office/nightly/',
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    BACKUP_KEEP: '2',
  };
});
afterAll(async () => {
  bucket.close();
  await s3.drop();
  await database.drop();
  await rm(folder, { recursive: true });
});

type Command = Parameters<typeof scheduledBackup>[3];
const { signal } = new AbortController();

const run = (command?: Command): Promise<unknown> => {
  const [job] = scheduledBackup(database.db, readSettings(environment), environment, command);
  const context: JobContext = { id: '1', payload: undefined, ownerId: null, attempt: 1, signal, progress: () => undefined };
  return job?.run(context) ?? expect.fail('there is no job');
};

async function put(name: string, bytes: Uint8Array): Promise<void> {
  const object = bucket.create(name);
  await object.write(bytes);
  await object.close();
}

const unfinished = async (): Promise<number> =>
  (await readdir(s3.directory, { recursive: true })).filter((path) => /_uploads\/[^/]+$/.test(path)).length;

describe('a backup in a bucket', () => {
  let made: string;
  it('is made on schedule, verified, shown on the status page; the oldest and unfinished ones are removed', async () => {
    const others = ['back-office-20200101-000000.tar.gz', 'back-office-20200102-000000.tar.gz', 'of-somebody-else.tar.gz'];
    for (const name of [...others, 'deeper/back-office-20190101-000000.tar.gz']) await put(name, Buffer.from('x'));
    for (const name of ['back-office-20200103-000000.tar.gz', 'by-hand.tar.gz']) await bucket.create(name).write(Buffer.alloc(6e6));
    // An older version made the first, and recorded the second.
    const last = { file: `s3://${s3.bucket}/office/nightly/${others[1]}`, made: Date.now() - 86_400_000 };
    await writeLastBackup(database.dataDir, last);
    const madeTime = new Date(last.made).toISOString();
    await recordScheduled(database.db, [{ backupName: others[1] ?? '', backupFile: last.file, madeTime, isIncomplete: false }]);
    expect(await unfinished()).toBe(2);
    const done = await run();
    expect(done).toEqual({
      file: expect.stringMatching(/^s3:\/\/back-office\/office\/nightly\/back-office-\d{8}-\d{6}-[\da-f]{6}\.tar\.gz$/),
      bytes: expect.any(Number),
    });
    const [, name = ''] = await bucket.list();
    made = `s3://${s3.bucket}/office/nightly/${name}`;
    expect(await bucket.list()).toEqual([others[1], name, 'deeper/back-office-20190101-000000.tar.gz', others[2]]);
    expect(await unfinished()).toBe(1);
    expect(done).toMatchObject({ file: made });
    expect(await readLastBackup(database.dataDir)).toEqual({ file: made, made: expect.any(Number), verified: expect.any(Number) });
  });

  it('is listed by its own time, and is read no further than that', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    await runHere(['backup', '--list'], environment);
    write.mockRestore();
    expect(lines[0]).toMatch(new RegExp(`^${made}\\t20[\\d-]+T[\\d:.]+Z\\n$`));
    expect(lines.slice(1).every((line) => /\tcannot be used: /.test(line))).toBe(true);
    expect(lines).toHaveLength(3);
  });

  it('is restored directly from the bucket into an empty place', async () => {
    const dataDir = join(folder, 'empty');
    await runBackupCommand(['restore', made], { ...environment, DATA_DIR: dataDir, DATABASE_URL: undefined }, signal);
    const copy = await openDatabase({ url: undefined, dataDir, timeZone: testTimeZone, log: silentLog });
    try {
      const users = 'select user_account from sys_user order by 1';
      expect((await copy.pool.query(users)).rows).toEqual((await database.pool.query(users)).rows);
    } finally {
      await copy.close();
    }
  });

  it('is refused with a clear message: existing name, missing backup, missing bucket, wrong key', async () => {
    const command = (args: string[], more: Record<string, string> = {}): Promise<unknown> =>
      runBackupCommand(args, { ...environment, ...more }, signal);
    await expect(command(['backup', made])).rejects.toThrow(`The backup ${made} exists already: give a new name.`);
    const none = made.replace('.tar', '-none.tar');
    await expect(command(['backup', '--verify', none])).rejects.toThrow(`There is no backup ${none}: npm run backup -- --list`);
    await expect(command(['restore', 's3://x'])).rejects.toThrow('s3:// names no backup: give s3://bucket/backups/name.tar.gz.');
    await expect(command(['backup', made.replace('back-office', 'nowhere')])).rejects.toThrow(
      /cannot be used for backups: .*See BACKUP_S3/,
    );
    await expect(command(['backup', '--verify', made], { BACKUP_S3_ACCESS_KEY_ID: 'nobody' })).rejects.toThrow(
      /cannot be used for backups/,
    );
  });

  it('is removed if it is damaged, and kept as not verified if it could not be read', async () => {
    const [before, last] = [await bucket.list(), await readLastBackup(database.dataDir)];
    const spoilt: Command = async (args, given, stop) => {
      const path = join(s3.directory, (args.at(-1) ?? '').slice('s3://'.length));
      if (args.includes('--verify')) await truncate(`${path}._S3rver_object`, 20_000);
      await runBackupCommand(args, given, stop);
    };
    await expect(run(spoilt)).rejects.toThrow(/The command backup --verify failed: .* was cut off/);
    expect(await bucket.list()).toEqual(before);
    expect(await readLastBackup(database.dataDir)).toEqual(last);
    const away: Command = (args, given, stop) =>
      runBackupCommand(args, args.includes('--verify') ? { ...given, BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' } : given, stop);
    await expect(run(away)).rejects.toThrow(/cannot be used for backups/);
    expect(await bucket.list()).toHaveLength(before.length + 1);
    expect(await readLastBackup(database.dataDir)).not.toHaveProperty('verified');
  });

  it('is read on from the same position after the connection breaks', async () => {
    const bytes = randomBytes(3e6);
    await put('long.tar.gz', bytes);
    let cuts = 0;
    const cutting = createServer((client) => {
      const server = connect(Number(new URL(s3.endpoint).port), '127.0.0.1');
      let passed = 0;
      for (const socket of [client, server]) socket.on('error', () => undefined);
      client.pipe(server);
      server.pipe(client);
      server.on('data', (block) => {
        passed += block.length;
        if (passed < 1e6 || cuts === 2) return;
        cuts += 1;
        client.destroy();
        server.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(cutting, 'listening');
    const endpoint = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`;
    const read = await buffer(s3Archive(`s3://${s3.bucket}/office/nightly/long.tar.gz`, { ...s3, endpoint }).read());
    expect([read.equals(bytes), cuts]).toEqual([true, 2]);
    cutting.close();
  });
});

it('bucket settings for backups must be consistent, or the start is refused', () => {
  const files = { S3_ENDPOINT: 'https://s3', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  const { backup, backupStore } = readSettings({ ...files, BACKUP_S3_BUCKET: 'saved', BACKUP_S3_ENDPOINT: 'https://elsewhere' });
  expect(backup).toEqual({ place: 's3://saved/backups/', cron: '30 2 * * *' });
  expect(backupStore).toEqual({ endpoint: 'https://elsewhere', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' });
  for (const [given, sentence] of [
    [{ BACKUP_S3_BUCKET: 'saved' }, 'BACKUP_S3_ENDPOINT (or S3_ENDPOINT) must be set where BACKUP_S3_BUCKET is.'],
    [
      { ...files, BACKUP_S3_BUCKET: 'saved', BACKUP_DIR: '/b' },
      'BACKUP_DIR and BACKUP_S3_BUCKET are both set: backups lie in one of them.',
    ],
    [{ BACKUP_S3_PREFIX: 'files/' }, 'BACKUP_S3_PREFIX must be words with / after each, such as backups/, and not files/.'],
    [{ BACKUP_S3_PREFIX: '../' }, 'BACKUP_S3_PREFIX must be words'],
  ] as const)
    expect(() => readSettings(given)).toThrow(sentence);
});
