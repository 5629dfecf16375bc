import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/lib/start-postgres.mjs';
import { pdfOf } from '../../engine/server/testing/file-samples.ts';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import { until } from '../../engine/server/testing/until.ts';
import { formOf, formType } from '../../app/testing/server/uploads.ts';
import { freePorts } from './free-ports.ts';
import { type Answer, callAt, type CallOptions } from './https-call.ts';
import { give } from './run-as.ts';
import { type NodeProcess, startNode, startRefused } from './start-node.ts';
import { inOwnSchema } from '../../engine/server/testing/in-own-schema.ts';

/*
 * Point-in-time recovery, step by step as in docs/operating.md "To the minute: point-in-time recovery": an archived log, a copy
 * of the cluster, a copy of the files, an accidental deletion, and back to the moment before.
 */
const programs = process.env['NODES_POSTGRES'] ?? '';
const adminPassword = 'Test-Admin-2024';
const agent = new Agent({ keepAlive: true });
const pdf = pdfOf(20_000);
type Row = Record<string, unknown>;

let folder: string;
const place = (name: string): string => join(folder, name);
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let pool: pg.Pool;
let node: NodeProcess;
let stopRecovered: (() => Promise<void>) | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-recovery-'));
  // PostgreSQL's user must have access to its folders below.
  await chmod(folder, 0o755);
  const archive = `archive_command=test ! -f ${place('log')}/%f && cp %p ${place('log')}/%f`;
  postgres = await startPostgres(programs, { durable: true, more: ['archive_mode=on', archive] });
  for (const name of ['log', 'base']) {
    await mkdir(place(name), { mode: 0o700 });
    give(place(name), postgres.owner);
  }
  pool = new pg.Pool({ connectionString: inOwnSchema(postgres.url) });
  pool.on('error', () => undefined);
}, 180_000);
afterAll(async () => {
  await node?.end('SIGKILL');
  agent.destroy();
  await pool?.end();
  await stopRecovered?.();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  DATA_DIR: place('data'),
  ADMIN_PASSWORD: adminPassword,
  ADMIN_PASSWORD_KEEP: 'on',
});

const start = async (url: string): Promise<NodeProcess> => startNode((await freePorts(1))[0] ?? 0, settingsOf(url));

const call = <Data = Row>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Data>> =>
  callAt(agent, method, new URL(`http://127.0.0.1:${node.port}/api/${path}`), options);

async function signIn(): Promise<string> {
  const day = dayOf(new Date());
  const body = new URLSearchParams({ username: encryptField('admin', day), password: encryptField(adminPassword, day) });
  const { data } = await call<{ credentials: { accessToken: string } }>('POST', 'login', { body });
  return data.credentials.accessToken;
}

async function addOrg(token: string, orgCode: string): Promise<Row> {
  const body = { orgName: orgCode, orgCode, orgStatus: '正常', orgType: null };
  const { code, data } = await call('POST', 'sys/org/save', { token, body });
  expect(code).toBe(20000);
  return data;
}

async function codes(token: string): Promise<unknown[]> {
  const { data } = await call<{ items: Row[] }>('GET', 'sys/org/select-page?page=1&size=50&sort=createTime:asc', { token });
  return data.items.map(({ orgCode }) => orgCode).filter((code) => String(code).startsWith('t-'));
}

async function upload(token: string): Promise<{ id: string; filePath: string }> {
  const body = formOf({ name: 'a.pdf', bytes: pdf, fields: { totalChunks: 1, currentChunk: 0 } });
  const { code, data } = await call<{ id: string; filePath: string }>('POST', 'file/upload', {
    token,
    body,
    headers: { 'content-type': formType },
  });
  expect(code).toBe(20000);
  return data;
}

/** The database's time, and then half a second without relevant commits. */
async function momentOf(): Promise<string> {
  const { rows } = await pool.query<{ now: string }>('select clock_timestamp()::text as now');
  await pool.query('select pg_sleep(0.5)');
  return rows[0]?.now ?? '';
}

/** Waits until every change so far is in the folder of the log. */
async function archiveAll(): Promise<void> {
  const { rows } = await pool.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await until(async () => (await readdir(place('log'))).includes(rows[0]?.file ?? ''));
}

/** Starts the copy of the cluster, which replays the log up to the moment and from then on is a database of its own. */
async function recover(moment: string): Promise<string> {
  const recovery = `\nrestore_command = 'cp ${place('log')}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`;
  await appendFile(join(place('base'), 'postgresql.auto.conf'), recovery);
  await writeFile(join(place('base'), 'recovery.signal'), '');
  give(join(place('base'), 'recovery.signal'), postgres.owner);
  const [port = 0] = await freePorts(1);
  const args = [
    '-D',
    place('base'),
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'max_connections=200',
  ];
  const server = spawn(join(programs, 'postgres'), args, { stdio: 'ignore', cwd: place('base'), ...postgres.owner });
  const ended = once(server, 'exit');
  stopRecovered = async () => {
    server.kill('SIGQUIT');
    await ended;
  };
  const url = new URL(postgres.url);
  url.port = String(port);
  await until(async () => {
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
      return rows[0]?.is === false;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }, 60_000);
  return url.href;
}

const backUp = (url: string, name: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../app/backup/main.ts'), 'backup', place(name)], {
    env: { ...process.env, ...settingsOf(url) },
    encoding: 'utf8',
  });

it('recovers to the moment before a deletion, with rows and files, and without sessions ended since', { timeout: 240_000 }, async () => {
  node = await start(postgres.url);
  const kept = await signIn();
  await addOrg(kept, 't-before-the-copy');
  const { hostname, port, username, password } = new URL(postgres.url);
  const base = ['-h', hostname, '-p', port, '-U', username, '-D', place('base'), '-X', 'stream', '-c', 'fast', '--no-sync'];
  const copied = spawnSync(join(programs, 'pg_basebackup'), base, {
    env: { ...process.env, PGPASSWORD: password },
    cwd: place('base'),
    encoding: 'utf8',
    ...postgres.owner,
  });
  expect([copied.status, copied.stderr]).toEqual([0, '']);

  const { id: lost } = await addOrg(kept, 't-after-the-copy');
  const file = await upload(kept);
  await cp(place('data/files'), place('files'), { recursive: true });
  const left = await signIn();
  const moment = await momentOf();

  // Sessions that are ended after the moment are open again in the recovered database.
  expect((await call('POST', 'logout', { token: left })).code).toBe(20000);
  expect((await call('DELETE', `sys/org/delete/${String(lost)}`, { token: kept })).code).toBe(20000);
  await addOrg(kept, 't-after-the-moment');
  expect(await codes(kept)).toEqual(['t-before-the-copy', 't-after-the-moment']);
  await archiveAll();

  expect(await node.end('SIGTERM')).toBe(0);
  const url = await recover(moment);

  // The files, as after the loss of a disk: first none, then the copy without one of them, then all.
  await rm(place('data/files'), { recursive: true });
  expect(await startRefused(settingsOf(url))).toMatch(/does not hold the files of this database\. .* must be put back\.$/);
  const recovered = new pg.Pool({ connectionString: inOwnSchema(url) });
  const { rows } = await recovered.query<{ key: string }>('select storage_key as key from sys_upload_part limit 1');
  const isLost = (path: string): boolean => path.endsWith(rows[0]?.key ?? 'none');
  await cp(place('files'), place('data/files'), { recursive: true, force: false, filter: (path) => !isLost(path) });
  expect(backUp(url, 'one.tar.gz').stderr).toContain('1 files that the database names are not there:');
  await cp(place('files'), place('data/files'), { recursive: true, force: false });
  expect(backUp(url, 'two.tar.gz').stderr).toBe('');

  // Both were signed in at the moment: without this, somebody who had left would be back.
  expect((await recovered.query('delete from sys_session')).rowCount).toBe(2);
  await recovered.end();
  node = await start(url);
  for (const token of [kept, left]) expect((await call('GET', 'sys/org/select-page', { token })).code).toBe(40003);
  const again = await signIn();
  expect(await codes(again)).toEqual(['t-before-the-copy', 't-after-the-copy']);
  const read = await call('GET', `sys/file/select/${file.id}`, { token: again });
  expect(read.code).toBe(20000);
  const bytes = await fetch(`http://127.0.0.1:${node.port}${String(read.data['filePath'])}`);
  expect(Buffer.from(await bytes.arrayBuffer()).equals(pdf)).toBe(true);
  await addOrg(again, 't-since');
  await upload(again);
  expect(await codes(again)).toEqual(['t-before-the-copy', 't-after-the-copy', 't-since']);
});
