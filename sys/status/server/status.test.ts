import { writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import { guardStorage } from '@back-office/server/platform/storage/guard-storage.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { sampleSize } from '@back-office/server/platform/metrics/sample-size.ts';
import { describeKinds } from '@back-office/server/platform/jobs/job-plan.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { StatusAnswer, StatusItem } from '../status.ts';
import { type Growth, growthItem, nodeItems } from './look-at-storage.ts';
import type { NodeRow } from './look-at-nodes.ts';

let app: TestApp;
let admin: string;
let dataDir: string;
/** Milliseconds added to the clock, to expire the cached answer. */
let later = 0;
const now = performance.now.bind(performance);
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now() + later));
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'back-office-status-'));
  app = await openTestApp({ dataDir });
  admin = await app.admin();
});
afterAll(async () => {
  await app.drop();
  await rm(dataDir, { recursive: true });
});

const path = 'sys/status/select-status';
const look = async (): Promise<StatusAnswer> => (await app.call<StatusAnswer>(admin, 'GET', path)).data;
/** Fetches a new status: an answer is cached for five seconds, which are skipped. */
async function lookAnew(): Promise<(section: string, item: string) => StatusItem> {
  later += 5_000;
  const answer = await look();
  return (section, item) =>
    answer.sections.find(({ name }) => name === section)?.items.find(({ name }) => name.startsWith(item)) ??
    expect.fail(`${section} ${item}`);
}

it('the status needs a right, and concurrent requests query the database once', async () => {
  const person = await app.userWith({ 'sys/status': ['read'] });
  const other = await app.userWith({ 'sys/dict': ['read'] });
  const answers = await Promise.all([1, 2, 3].map(() => app.call<StatusAnswer>(person.token, 'GET', path)));
  expect(new Set(answers.map(({ data }) => data.time)).size).toBe(1);
  expect(answers[0]?.data.sections.map(({ name }) => name)).toEqual([
    'nodes',
    'database',
    'storage',
    'queue',
    'backup',
    'certificates',
    'logs',
  ]);
  expect(answers[0]?.data.sections.flatMap(({ items }) => items).filter(({ name }) => name === 'unseen')).toEqual([]);
  expect((await app.call(other.token, 'GET', path)).code).toBe(40300);
});

it('names what is fine and what is not, with a remedy', async () => {
  await app.server.node.write();
  const { pool } = app.database;
  await pool.query(`INSERT INTO sys_node (id, node_name, start_time, seen_time, report)
    SELECT gen_random_uuid(), 'gone:1', now() - interval '1 day', now() - interval '5 minutes', report FROM sys_node LIMIT 1`);
  await describeKinds(app.database.db, app.server.jobs.kinds);
  await pool.query(`UPDATE sys_job_kind SET is_paused = true WHERE job_kind = 'clear-logs'`);
  await pool.query(
    `INSERT INTO sys_job (id, kind, payload, run_time) VALUES (gen_random_uuid(), 'clear-jobs', 'null', now() - interval '1 hour')`,
  );
  await pool.query(`INSERT INTO sys_size_sample VALUES (current_date - 7, 1000000, 0)`);
  await sampleSize(app.database.db).run({} as never);
  const of = await lookAnew();
  expect(of('nodes', 'living')).toMatchObject({ level: 'ok', value: '1 个节点' });
  expect(of('nodes', 'node gone:1')).toMatchObject({ level: 'bad', cure: expect.stringContaining('没有消息') as string });
  expect(of('nodes', `node ${app.server.node.name}`).value).toMatch(/^版本 \d.*\s· 内存 \d+.*\s· 连接池 \d+\/\d+/);
  expect(of('database', 'size').value).toMatch(/ MB，近 7 天平均每天增长 /);
  expect(of('storage', 'growth').value).toMatch(/^文件共 0 B，近 7 天平均每天增长 0 B/);
  expect(of('queue', 'oldest').level).toBe('bad');
  expect(of('queue', 'paused')).toMatchObject({ level: 'warn', value: '清理过期日志' });
  expect(of('backup', 'age')).toMatchObject({
    level: 'warn',
    value: '没有记录',
    cure: expect.stringMatching(/BACKUP_DIR.*BACKUP_S3_BUCKET.*定时任务/) as string,
  });
  const old = Date.now() - 10 * 86_400_000;
  await writeLastBackup(dataDir, { file: '/backups/a.tar.gz', made: old });
  await app.server.node.stop();
  await app.server.node.write();
  const later = await lookAnew();
  expect(later('backup', 'age')).toMatchObject({ level: 'bad', value: '10 天前，/backups/a.tar.gz' });
  expect(later('backup', 'verified').level).toBe('warn');
  await writeLastBackup(dataDir, { file: '/backups/a.tar.gz', made: Date.now() + 300 * 86_400_000 });
  await app.server.node.write();
  expect((await lookAnew())('backup', 'age')).toMatchObject({ level: 'bad', value: '时间在将来，/backups/a.tar.gz' });
});

it('does not count jobs as waiting whose kind no node registers any longer, unless no node registers any', async () => {
  const { pool } = app.database;
  await pool.query(`DELETE FROM sys_job`);
  await describeKinds(app.database.db, app.server.jobs.kinds);
  await pool.query(
    `INSERT INTO sys_job_kind (id, job_kind, job_title, seen_time) VALUES (gen_random_uuid(), 'left', '旧', now() - interval '61 minutes')`,
  );
  await pool.query(
    `INSERT INTO sys_job (id, kind, payload, run_time) VALUES (gen_random_uuid(), 'left', 'null', now() - interval '2 hours')`,
  );
  expect((await lookAnew())('queue', 'oldest').level).toBe('ok');
  await pool.query(`UPDATE sys_job_kind SET seen_time = seen_time - interval '1 day'`);
  await pool.query(
    `INSERT INTO sys_job (id, kind, payload, run_time) VALUES (gen_random_uuid(), 'clear-jobs', 'null', now() - interval '1 hour')`,
  );
  expect((await lookAnew())('queue', 'oldest').level).toBe('bad');
});

it('rates a disk by its free space, and reports a storage that failed', async () => {
  const node = (report: Partial<NodeRow['report']>): NodeRow => ({
    nodeName: 'n',
    startTime: '',
    silent: 0,
    report: { files: 'folder', ...report } as NodeRow['report'],
  });
  const level = (free: number) => nodeItems(node({ disk: { free, total: 100 } }), false)[0]?.level;
  expect([level(4), level(10), level(50)]).toEqual(['bad', 'warn', 'ok']);
  // With files in S3, the disk is shown only if the embedded database is on it.
  const names = (isEmbedded: boolean) =>
    nodeItems(node({ files: 's3', disk: { free: 4, total: 100 } }), isEmbedded).map(({ name }) => name);
  expect([names(false), names(true)]).toEqual([['files n'], ['files n', 'disk n']]);
  const failures: unknown[] = [];
  const storage = guardStorage(await folderStorage(join(dataDir, 'other')), (error) => failures.push(error));
  await expect(storage.size('no key')).rejects.toThrow();
  expect(failures).toHaveLength(1);
  const [, failed] = nodeItems(node({ disk: { free: 50, total: 100 }, storageError: { time: Date.now(), message: 'EIO' } }), false);
  expect(failed).toMatchObject({ level: 'bad', value: '0 秒前：EIO' });
});

it('rates growth by the time left until the disk is full at the current rate', () => {
  const node = (files: 'folder' | 's3'): NodeRow[] => [
    { nodeName: 'n', startTime: '', silent: 0, report: { files, disk: { free: 1000, total: 2000 } } as NodeRow['report'] },
  ];
  const grown = (filesGrown: number | null, databaseGrown = 0): Growth => ({ files: 5000, days: 10, filesGrown, databaseGrown });
  expect(growthItem(grown(1000), 'postgresql', node('folder'))).toMatchObject({
    level: 'bad',
    value: expect.stringContaining('照此 10 天后') as string,
  });
  expect(growthItem(grown(500), 'postgresql', node('folder')).level).toBe('warn');
  expect(growthItem(grown(50), 'postgresql', node('folder')).level).toBe('ok');
  expect(growthItem(grown(1000, 1000), 'postgresql', node('s3')).level).toBe('ok');
  expect(growthItem(grown(1000, 1000), 'embedded', node('s3')).level).toBe('bad');
  expect(growthItem(grown(null), 'embedded', node('folder')).value).toContain('增长速度明天可知');
});
