import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '../../app/backup/backup.ts';
import { longTransaction } from '../../app/backup/long-transaction.ts';
import { restore } from '../../app/backup/restore.ts';
import { dropIndexes } from '../../app/backup/dropped-indexes.ts';
import { verify } from '../../app/backup/verify.ts';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { openDatabase } from '../../engine/server/platform/database/open-database.ts';
import { folderStorage } from '../../engine/server/platform/storage/folder-storage.ts';
import type { Bench } from '../lib/bench.ts';
import { insertLogs, insertRows } from '../lists/fill-tables.ts';

const log = { info: () => undefined, warn: () => undefined, error: console.error };

/**
 * How long a company with 1,000,000 operation logs, or ten million with `scale=10`, is without its data (RTO), and how long a backup takes, which is
 * the least time between two and so the most that is lost (RPO): backup, check and restore into an empty database of the same kind.
 */
export const restoreBench: Bench = async (database, scale) => {
  const folder = await mkdtemp(join(tmpdir(), 'back-office-restore-'));
  const file = join(folder, 'backup.tar.gz');
  const rows = Math.round(1_000_000 * scale);
  try {
    await timed(`${rows} operation logs written`, () => fill(database, rows));
    const storage = await folderStorage(join(folder, 'files'));
    await timed('backup', () => backUp({ database, storage, version: 'bench' }, file));
    console.log(`the backup has ${Math.round((await stat(file)).size / 1024 ** 2)} MiB`);
    await timed('backup --verify', () => verify(file));
    const target = await openTarget(database, folder);
    try {
      const begin = performance.now();
      const place = await folderStorage(join(folder, 'restored'));
      const onUsable = (): void => console.log(`restored and compared, a server may start: ${seconds(begin)}`);
      await restore({ database: target, storage: place, onUsable }, file);
      console.log(`restored with the indexes for searching: ${seconds(begin)}`);
      const { rows: sizes } = await target.pool.query<{ size: string }>(
        'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
      );
      console.log(`the database has ${sizes[0]?.size ?? ''}`);
    } finally {
      await target.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Without indexes and triggers: the rows of this database are only read. */
async function fill(database: Database, rows: number): Promise<void> {
  await longTransaction(database, 'writing', async (client) => {
    await dropIndexes(client);
    await client.query('ALTER TABLE sys_log_opt DISABLE TRIGGER USER');
    await insertRows(client, insertLogs, rows);
  });
}

/** Another, empty database. */
async function openTarget({ kind, pool }: Database, folder: string): Promise<Database> {
  const options = { dataDir: join(folder, 'target'), timeZone: 'Asia/Shanghai', log };
  if (kind === 'embedded') return openDatabase(options);
  await pool.query(`CREATE DATABASE bench_restored ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(pool.options.connectionString ?? '');
  url.pathname = '/bench_restored';
  return openDatabase({ ...options, url: url.href });
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  console.log(`${name}: ${seconds(begin)}`);
}

const seconds = (begin: number): string => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
