import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { idOf } from '@back-office/server/testing/log-lines.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { backUp } from './backup.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { withEmptyBeside } from '../testing/server/with-empty-beside.ts';

let app: TestApp;
let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-months-'));
  storage = await folderStorage(join(folder, 'files'));
  app = await openTestApp({ storage });
  await app.admin();
  const { pool } = app.database;
  // A company that has used the product for months, with lines before the first of them and some outside every month.
  await pool.query(`SELECT open_log_months(now() - interval '5 months')`);
  await pool.query(`INSERT INTO sys_log_opt (id, opt_target, opt_time)
    SELECT ${idOf("now() - n * interval '10 days'")}, '第' || n || '行', now() - n * interval '10 days' FROM generate_series(0, 24) n`);
  await pool.query(`INSERT INTO sys_log_login (id, user_account) SELECT gen_random_uuid(), 'odd' || n FROM generate_series(1, 20) n`);
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

const withEmpty = (kind: Database['kind'], work: (database: Database) => Promise<void>): Promise<void> =>
  withEmptyBeside({ ...app.database, kind }, folder, work);

/** The partitions, and the lines in each. */
async function partsOf({ pool }: Pick<Database, 'pool'>): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT p.name, p.lower, p.upper, l.lines FROM (VALUES ('sys_log_opt'), ('sys_log_login')) log(name), log_parts(log.name) p LEFT JOIN (
       SELECT tableoid::regclass::text AS name, string_agg(concat(id, opt_target), ' ' ORDER BY id) AS lines FROM sys_log_opt GROUP BY 1 UNION ALL
       SELECT tableoid::regclass::text, string_agg(concat(id, user_account), ' ' ORDER BY id) FROM sys_log_login GROUP BY 1) l USING (name)
     ORDER BY 1`,
  );
  return rows;
}

/** The indexes and triggers of a partition, for constraints, searches and counts: the same for all of them. */
async function shapesOf({ pool }: Pick<Database, 'pool'>): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT DISTINCT log.name,
       (SELECT string_agg(regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', ''), ', ' ORDER BY pg_get_indexdef(indexrelid) COLLATE "C") FROM pg_index
         WHERE indrelid = p.name::regclass AND indisvalid) IS NULL AS bare,
       (SELECT count(*)::int FROM pg_index WHERE indrelid = p.name::regclass AND indisvalid) AS indexes,
       (SELECT string_agg(tgname || ' ' || tgenabled::text, ', ' ORDER BY tgname) FROM pg_trigger WHERE tgrelid = p.name::regclass) AS triggers
     FROM (VALUES ('sys_log_opt'), ('sys_log_login')) log(name), log_parts(log.name) p ORDER BY 1`,
  );
  return rows;
}

it('a backup restores the logs into the same monthly partitions, with their indexes, triggers and counts', async () => {
  const path = join(folder, 'months.tar.gz');
  await backUp({ database: app.database, storage, version: '1' }, path);
  const before = await partsOf(app.database);
  expect(before.length).toBeGreaterThan(16);
  await withEmpty(app.database.kind, async (database) => {
    await restore({ database, storage: await folderStorage(join(folder, 'restored')) }, path);
    expect(await partsOf(database)).toEqual(before);
    expect(await shapesOf(database)).toEqual(await shapesOf(app.database));
    const { rows } = await database.pool.query(`SELECT keep_log_months() AS made`);
    expect(rows).toEqual([{ made: 0 }]);
    await database.pool.query(`INSERT INTO sys_log_opt (id) VALUES (${idOf('now()')})`);
    const { rows: tail } = await database.pool.query(
      `SELECT count(*)::int - (SELECT count(*)::int FROM sys_log_tail) AS more FROM sys_log_opt`,
    );
    const { rows: counted } = await database.pool.query(
      `SELECT sum(rows)::int AS more FROM sys_row_count WHERE table_name = 'sys_log_opt'`,
    );
    expect(tail).toEqual(counted);
  });
});

it('a move copies the logs into the same monthly partitions', async () => {
  await withEmpty('embedded', async (target) => {
    await move(app.database, target);
    expect(await partsOf(target)).toEqual(await partsOf(app.database));
  });
});
