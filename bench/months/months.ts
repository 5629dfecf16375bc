import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dropIndexes, recreateIndexes } from '../../app/backup/dropped-indexes.ts';
import { longTransaction } from '../../app/backup/long-transaction.ts';
import { modules } from '../../app/server/modules.ts';
import { seed } from '../../app/server/seed.ts';
import { clearLogs } from '../../engine/server/crud/operation-log/clear-logs.ts';
import { systemIds } from '../../engine/server/identity/system-ids.ts';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { migrate } from '../../engine/server/platform/database/migrate.ts';
import { newId } from '../../engine/server/platform/database/new-id.ts';
import { openDatabase } from '../../engine/server/platform/database/open-database.ts';
import { buildIndexes } from '../../engine/server/platform/jobs/build-indexes.ts';
import { adminPassword } from '../lib/admin-password.ts';
import type { Bench } from '../lib/bench.ts';
import { adminToken, withBareServer } from '../lib/with-bare-server.ts';
import { callerOf } from '../lib/caller-of.ts';
import { measure, ms } from '../lib/measure.ts';
import { days, fillLog } from './fill-log.ts';
import { type Saving, saveOften } from './save-often.ts';

const log = { info: () => undefined, warn: console.warn, error: console.error };

/**
 * A log of 10,000,000 lines that is partitioned by month while people save: how long the slowest of them waited, and
 * the steps took; then the cost of dropping a month, beside deleting as many lines row by row.
 */
export const months: Bench = async (database, scale) => {
  if (database.kind === 'embedded') return console.log('on PostgreSQL only: the embedded database has one session, which waits for nobody');
  const rows = Math.round(10_000_000 * scale);
  const before = await openBefore(database);
  try {
    await timed(`${rows} lines of ${days} days, and their indexes`, () => fill(before, rows));
    const token = await adminToken(before);
    await withBareServer(before, 1, async ({ own }) => {
      const saving = await saveOften(callerOf(own, token, 8));
      await wait(3000);
      printSaves('before', saving);
      console.log(`one line written, before: ${await lineTime(before)}`);
      await migrateBeside(before, saving);
      console.log(`one line written, into the part of before: ${await lineTime(before)}`);
      await wait(3000);
      printSaves('after', saving);
      await clearBeside(before, saving, Math.round((rows * 30) / days));
      await saving.stop();
    });
    console.log(`one line written, into a month of its own: ${await lineTime(before)}`);
  } finally {
    await before.close();
  }
};

/** Another database, with the schema from before the logs were partitioned. */
async function openBefore({ pool }: Database): Promise<Database> {
  await pool.query(`CREATE DATABASE bench_months ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(pool.options.connectionString ?? '');
  url.pathname = '/bench_months';
  const database = await openDatabase({ url: url.href, dataDir: '', timeZone: 'Asia/Shanghai', log });
  const folder = await mkdtemp(join(tmpdir(), 'back-office-bench-migrations-'));
  await cp(join(import.meta.dirname, '../../sys/migrations'), folder, { recursive: true });
  for (const name of await readdir(folder)) if (name >= '0131') await rm(join(folder, name));
  await migrate(database, { log, modules: [{ name: 'sys', migrations: folder }] });
  await rm(folder, { recursive: true });
  await seed(database, { adminPassword, keep: true });
  return database;
}

async function fill(database: Database, rows: number): Promise<void> {
  const later = await longTransaction(database, 'writing', async (client) => {
    const droppedIndexes = await dropIndexes(client);
    await client.query('ALTER TABLE sys_log_opt DISABLE TRIGGER USER');
    await fillLog(client, rows);
    await client.query('ALTER TABLE sys_log_opt ENABLE TRIGGER USER');
    await client.query(`INSERT INTO sys_row_count VALUES ('sys_log_opt', $1)`, [rows]);
    return recreateIndexes(client, database.kind, droppedIndexes);
  });
  await buildIndexes(database, later);
  await database.pool.query('ANALYZE sys_log_opt');
}

/** Runs the migrations as a start does, and prints how long each of them took and blocked a save. */
async function migrateBeside(database: Database, saving: Saving): Promise<void> {
  let begin = performance.now();
  const told = {
    ...log,
    info: (what: object) => {
      if (!('migration' in what)) return;
      console.log(`migration ${String(what.migration)}: ${ms(performance.now() - begin)}; the slowest save ${ms(saving.seen().slowest)}`);
      begin = performance.now();
    },
  };
  saving.seen();
  await migrate(database, { log: told, modules });
}

/** Clears a thirtieth of the lines as expired: row by row from the partition `…_before`, then as many as a month's partition. */
async function clearBeside(database: Database, saving: Saving, rows: number): Promise<void> {
  const clear = async (keep: number): Promise<void> => {
    const job = clearLogs(database.db, { loginLogDays: 0, operationLogDays: keep });
    await job.run({ signal: new AbortController().signal } as Parameters<typeof job.run>[0]);
  };
  saving.seen();
  await timed(`about ${rows} lines of before, row by row`, () => clear(days - 30));
  printSaves('meanwhile', saving);
  // The rest is removed, so that past months can be created.
  await longTransaction(database, 'writing', async (client) => {
    await client.query(`TRUNCATE sys_log_opt; SELECT open_log_months(now() - interval '3 months')`);
  });
  await longTransaction(database, 'writing', async (client) => {
    const { rows: ago } = await client.query<{ days: number }>(
      `SELECT extract(epoch FROM now() - (date_trunc('month', now(), 'UTC') - interval '1 month'))::float8 / 86400 AS days`,
    );
    await fillLog(client, rows, { ago: (ago[0]?.days ?? 0) + 0.1, over: 27 });
  });
  saving.seen();
  await timed(`${rows} lines, as a month`, () => clear(1));
  printSaves('meanwhile', saving);
}

function printSaves(when: string, saving: Saving): void {
  const { count, slowest } = saving.seen();
  console.log(`  ${when}: ${count} saves so far, the slowest ${ms(slowest)}`);
}

/** The time that the database takes for one line: the median of five hundred in a row. */
async function lineTime({ pool }: Database): Promise<string> {
  const { median } = await measure(
    () =>
      pool.query(
        `INSERT INTO sys_log_opt (id, create_user, user_account, opt_module, opt_type, opt_target, opt_status)
         VALUES ($1, $2, 'admin', '用户', '修改', '华东技术', '成功')`,
        [newId(), systemIds.adminUser],
      ),
    500,
  );
  return `${median.toFixed(2)} ms`;
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  console.log(`${name}: ${ms(performance.now() - begin)}`);
}
