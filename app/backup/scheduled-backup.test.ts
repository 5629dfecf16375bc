import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { JobContext } from '@back-office/server/platform/jobs/job-kind.ts';
import { readLastBackup, writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { pdfOf } from '@back-office/server/testing/file-samples.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { openTestDatabaseOnDisk, type TestDatabase } from '../testing/server/test-database.ts';
import { sendFile } from '../testing/server/uploads.ts';
import type { StatusAnswer } from '@back-office/sys/status/status.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBackupCommand } from '../server/run-backup-command.ts';
import { scheduledBackup } from '../server/scheduled-backup.ts';
import { verify } from './verify.ts';

let database: TestDatabase;
let app: TestApp;
let address: string;
let folder: string;
let environment: Record<string, string | undefined>;
beforeAll(async () => {
  database = await openTestDatabaseOnDisk();
  app = await openTestApp({ database, dataDir: database.dataDir });
  address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'back-office-by-the-clock-'));
  const url = database.kind === 'embedded' ? undefined : database.pool.options.connectionString;
  environment = { ...process.env, DATA_DIR: database.dataDir, DATABASE_URL: url, BACKUP_DIR: folder, BACKUP_KEEP: '2' };
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

type Command = Parameters<typeof scheduledBackup>[3];

const run = (more: Record<string, string> = {}, signal = new AbortController().signal, command?: Command): Promise<unknown> => {
  const given = { ...environment, ...more };
  const [job] = scheduledBackup(database.db, readSettings(given), given, command);
  const context: JobContext = { id: '1', payload: undefined, ownerId: null, attempt: 1, signal, progress: () => undefined };
  return job?.run(context) ?? expect.fail('there is no job');
};

async function shownBackup() {
  const status = await app.call<StatusAnswer>(await app.admin(), 'GET', 'sys/status/select-status');
  return status.data.sections.find(({ name }) => name === 'backup')?.items ?? [];
}

describe('a scheduled backup', () => {
  it('is made beside a running server, verified, shown on the status page, and the oldest of ours are removed', async () => {
    const others = ['back-office-20200101-000000.tar.gz', 'back-office-20200102-000000.tar.gz', 'of-somebody-else.tar.gz'];
    for (const name of others) await writeFile(join(folder, name), '');
    // The job of an older version made the first two.
    await writeLastBackup(database.dataDir, { file: join(folder, others[1] ?? ''), made: Date.now() - 86_400_000 });
    const answers: number[] = [];
    const besides: Command = async (...given) => {
      const running = runBackupCommand(...given);
      answers.push((await fetch(`${address}/readyz`)).status);
      await running;
      answers.push((await fetch(`${address}/readyz`)).status);
    };
    const made = (await run({}, undefined, besides)) as { file: string; bytes: number };
    // While it is made, after that, and the same for its verification.
    expect(answers).toEqual([200, 200, 200, 200]);
    expect(made.bytes).toBeGreaterThan(10_000);
    const names = await readdir(folder);
    expect(names.toSorted()).toEqual([others[1], expect.stringMatching(/^back-office-\d{8}-\d{6}-[\da-f]{6}\.tar\.gz$/), others[2]]);
    expect((await verify(made.file)).tables['sys_user']?.count).toBeGreaterThan(0);
    const last = await readLastBackup(database.dataDir);
    expect(last).toMatchObject({ file: made.file, verified: expect.any(Number) });
    // It contains the time when it began, not when it was complete.
    expect(last?.made).toBeLessThan((await stat(made.file)).mtimeMs);
    await app.server.node.write();
    const shown = await shownBackup();
    expect(shown.map(({ name, level }) => `${name} ${level}`)).toEqual(['age ok', 'verified ok']);
    expect(shown[0]?.value).toContain(basename(made.file));
  });

  it('fails with the reason if it cannot be written, and removes nothing', async () => {
    const before = await readdir(folder);
    await expect(run({ BACKUP_DIR: join(folder, 'nowhere') })).rejects.toThrow(/cannot be written/);
    expect(await readdir(folder)).toEqual(before);
  });

  it('is removed if it is incomplete, and the previous one remains the last backup', async () => {
    const [before, last] = [await readdir(folder), await readLastBackup(database.dataDir)];
    const spoilt: Command = async (args, given, signal) => {
      const file = args.at(-1) ?? '';
      if (args.includes('--verify')) await truncate(file, (await stat(file)).size - 200);
      await runBackupCommand(args, given, signal);
    };
    await expect(run({}, undefined, spoilt)).rejects.toThrow(/The command backup --verify failed/);
    expect(await readdir(folder)).toEqual(before);
    expect(await readLastBackup(database.dataDir)).toEqual(last);
  });

  it('leaves an unfinished file if it is stopped, and the next run removes that file', async () => {
    const [before, TMPDIR] = [await readdir(folder), await mkdtemp(join(tmpdir(), 'back-office-temporary-'))];
    const [stop, unfinished] = [new AbortController(), () => readdirSync(folder).some((name) => name.endsWith('.unfinished'))];
    const stopped = run({ TMPDIR }, stop.signal);
    stopped.catch(() => undefined);
    await expect.poll(unfinished, { interval: 5 }).toBe(true);
    stop.abort();
    await expect(stopped).rejects.toThrow(/abort/i);
    await expect.poll(() => readdirSync(TMPDIR)).toEqual([]);
    await rm(TMPDIR, { recursive: true });
    await run();
    expect(unfinished()).toBe(false);
    expect(await readdir(folder)).toHaveLength(before.length);
  });

  it('ends with the server that started it, however that server ended', async () => {
    const [file, command] = [join(folder, 'orphan.tar.gz'), new URL('../server/run-backup-command.ts', import.meta.url).href];
    const make = `import { runBackupCommand } from '${command}';
      await runBackupCommand(['backup', '${file}'], process.env, new AbortController().signal);`;
    // Each process holds a connection to the test for as long as it lives.
    const processes = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(processes, 'listening');
    const { port } = processes.address() as AddressInfo;
    const alive = () => new Promise<number>((found) => processes.getConnections((_error, count) => found(count)));
    const hold = `import { connect } from 'node:net'; connect(${port}, '127.0.0.1').unref();`;
    const env = { ...environment, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hold)}` };
    const server = spawn(process.execPath, ['--input-type=module', '-e', make], { env, stdio: 'ignore' });
    const unfinished = () => readdirSync(folder).filter((name) => name.startsWith('.orphan'));
    await expect.poll(unfinished, { interval: 5 }).toHaveLength(1);
    expect(await alive()).toBeGreaterThan(1);
    server.kill('SIGKILL');
    await expect.poll(alive).toBe(0);
    processes.close();
    // Nobody finished writing it.
    expect(readdirSync(folder)).not.toContain('orphan.tar.gz');
    for (const name of unfinished()) await rm(join(folder, name));
  });

  it('does not exist without a configured folder, and an invalid schedule stops the start', () => {
    expect(scheduledBackup(database.db, readSettings({}), {})).toEqual([]);
    expect(() => readSettings({ BACKUP_DIR: 'backups' })).toThrow('BACKUP_DIR must be the absolute path of a folder.');
    expect(() => readSettings({ BACKUP_CRON: '0 0 30 2 *' })).toThrow('BACKUP_CRON must be five cron words');
    expect(() => readSettings({ BACKUP_CRON: '* * * * * *' })).toThrow('BACKUP_CRON must be five cron words');
  });

  it('is complete though an export failed, which names what it did not write', async () => {
    await database.pool.query(
      `INSERT INTO sys_export (id, resource, title, file_name, query, storage_key, create_user)
       SELECT gen_random_uuid(), 'sys/user', '用户', 'a.xlsx', '{}', 'unfinished', id FROM sys_user LIMIT 1`,
    );
    await expect(run()).resolves.toMatchObject({ file: expect.any(String) });
  });

  it('fails while files are missing that the database names, and keeps all complete ones, and the newest two without those files', async () => {
    const before = await readdir(folder);
    await sendFile(app, await app.admin(), { bytes: pdfOf(9000), name: 'a.pdf' });
    const { rows } = await database.pool.query<{ key: string }>('SELECT storage_key AS key FROM sys_upload_part');
    const storage = await openStorage({ s3: undefined, dataDir: database.dataDir }, database.db);
    for (const { key } of rows) await storage.remove(key);
    for (const more of [1, 2, 2]) {
      // Each run is another node's, whose DATA_DIR knows of no other.
      await rm(join(database.dataDir, 'last-backup.json'), { force: true });
      await expect(run()).rejects.toThrow('没有删除旧的完整备份');
      expect(await readdir(folder)).toHaveLength(before.length + more);
    }
    expect(await readdir(folder)).toEqual(expect.arrayContaining(before));
  });

  it('that lacks files counts as such although its server ended before it was recorded', async () => {
    const before = await readdir(folder);
    const ended: typeof runBackupCommand = async (...given) => {
      await runBackupCommand(...given).catch(() => undefined);
      throw new Error('the server ended');
    };
    await expect(run({}, undefined, ended)).rejects.toThrow('the server ended');
    const made = (await readdir(folder)).filter((name) => !before.includes(name));
    await expect(run()).rejects.toThrow('没有删除旧的完整备份');
    const after = await readdir(folder);
    expect(after).toHaveLength(before.length);
    expect(after).toEqual(expect.arrayContaining(made));
  });

  it('that lacks files is said to do so by every node, whichever of them made it', async () => {
    await rm(join(database.dataDir, 'last-backup.json'), { force: true });
    await app.server.node.write();
    expect((await shownBackup()).map(({ name, value }) => [name, value])).toEqual([
      ['age', expect.stringMatching(/前，.*back-office-\d{8}-\d{6}-[\da-f]{6}\.tar\.gz$/)],
      ['verified', expect.stringMatching(/前校验，缺少文件$/)],
    ]);
  });

  it('is not made of a storage without the mark of the database', async () => {
    const before = await readdir(folder);
    await rm(join(database.dataDir, 'files'), { recursive: true });
    await expect(run()).rejects.toThrow(/does not hold the files of this database/);
    expect(await readdir(folder)).toEqual(before);
  });
});
