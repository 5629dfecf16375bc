import pg from 'pg';
import type { JobKind } from './job-kind.ts';
import { gramIndexed } from '../database/large-tables.ts';
import type { Database } from '../database/database.ts';
import { allowLongWork } from '../database/prepare-session.ts';

/** Any number, the same forever: one process at a time makes these indexes. */
const lockKey = 7_215_007;

type Target = Pick<Database, 'pool' | 'kind'> & Partial<Pick<Database, 'sharesSessions'>>;

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** The indexes by which lists search, as migration 0004 made them. */
export function searchIndexes(): Index[] {
  const tables = Map.groupBy(gramIndexed, (column) => column.split('.')[0] ?? '');
  return [...tables].map(([table, columns]) => ({
    name: `${table}_grams`,
    definition:
      `CREATE INDEX ${table}_grams ON public.${table} USING gin (` +
      `${columns.map((column) => `grams(${column.split('.')[1] ?? ''})`).join(', ')}) WITH (gin_pending_list_limit='256')`,
  }));
}

/**
 * Makes those of the indexes that are missing or were not finished, while servers go on: on millions of rows one takes
 * longer than anybody waits for a restore. Does nothing while another process does it. Gives the names of what it made.
 */
export async function buildIndexes({ pool, kind, sharesSessions }: Target, indexes: readonly Index[]): Promise<string[]> {
  // The embedded database is one session: a restore makes them before it ends. Where sessions are shared, none can do it.
  if (kind === 'embedded' || sharesSessions === true) return [];
  const client = await pool.connect();
  try {
    await allowLongWork(client);
    await client.query(`SET lock_timeout = 0; SET maintenance_work_mem = '256MB'`);
    const { rows } = await client.query<{ isMine: boolean }>('SELECT pg_try_advisory_lock($1) AS "isMine"', [lockKey]);
    const made: string[] = [];
    for (const { name, definition } of rows[0]?.isMine === true ? indexes : []) {
      if (await isWhole(client, name)) continue;
      // What a process left that was killed in the middle of it.
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${pg.escapeIdentifier(name)}`);
      await client.query(definition.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY'));
      made.push(name);
    }
    return made;
  } finally {
    // Not returned to the pool: its limits were changed. Closing also releases the lock.
    client.release(true);
  }
}

async function isWhole(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid', [
    pg.escapeIdentifier(name),
  ]);
  return rows.length > 0;
}

/** Finishes what a restore was ended in. */
export function finishIndexes(database: Target): JobKind {
  return {
    name: 'finish-indexes',
    title: '补建搜索索引',
    every: 600,
    run: () => buildIndexes(database, searchIndexes()).then(() => undefined),
  };
}
