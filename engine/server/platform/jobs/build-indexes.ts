import pg from 'pg';
import type { JobKind } from './job-kind.ts';
import type { Database } from '../database/database.ts';
import { allowLongWork } from '../database/prepare-session.ts';

/** An arbitrary constant, never changed: one process at a time builds these indexes. */
const lockKey = 7_215_007;

type Target = Pick<Database, 'pool' | 'kind'> & Partial<Pick<Database, 'sharesSessions'>>;

/** An index for searches in lists, or for saves. */
export interface SearchIndex {
  readonly table: string;
  readonly name: string;
  /** `CREATE INDEX …`. */
  readonly definition: string;
  /** It only saves time: built if the server's role owns the table, and otherwise omitted. */
  readonly whereOwned?: true;
}

/**
 * Builds the indexes that are missing, unfinished or have the wrong grams, while servers keep running: on millions of rows
 * one takes longer than anybody would wait for a restore. On the embedded database, which has one session, other work waits.
 * Does nothing while another process builds them. Returns the names of the indexes that it built.
 */
export async function buildIndexes({ pool, kind, sharesSessions }: Target, indexes: readonly SearchIndex[]): Promise<string[]> {
  // A shared session cannot do it.
  if (sharesSessions === true) return [];
  const client = await pool.connect();
  try {
    await allowLongWork(client);
    await client.query(`SET lock_timeout = 0; SET maintenance_work_mem = '256MB'`);
    const { rows } = await client.query<{ isMine: boolean }>('SELECT pg_try_advisory_lock($1) AS "isMine"', [lockKey]);
    const made: string[] = [];
    for (const index of rows[0]?.isMine === true ? indexes : []) {
      if ((await isUpToDate(client, index)) || (index.whereOwned === true && !(await owns(client, index)))) continue;
      const parts = kind === 'embedded' ? [] : await partsOf(client, index.table);
      if (parts.length === 0) await build(client, index, kind === 'embedded');
      else await buildOfParts(client, index, parts);
      made.push(index.name);
    }
    return made;
  } finally {
    // Not returned to the pool: its limits were changed. Closing also releases the lock.
    client.release(true);
  }
}

const owns = async (client: pg.ClientBase, { table }: SearchIndex): Promise<boolean> =>
  (
    await client.query("SELECT FROM pg_class WHERE oid = to_regclass($1) AND pg_has_role(current_user, relowner, 'USAGE')", [
      pg.escapeIdentifier(table),
    ])
  ).rowCount === 1;

async function build(client: pg.ClientBase, { name, definition }: SearchIndex, isAlone = false): Promise<void> {
  // The remains of a build that was killed, or an index with other grams.
  await client.query(`DROP INDEX ${isAlone ? '' : 'CONCURRENTLY'} IF EXISTS ${pg.escapeIdentifier(name)}`);
  await client.query(isAlone ? definition : definition.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY'));
}

/** The partitions of a table by name; none for a table without partitions. */
const partsOf = async (client: pg.ClientBase, table: string): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      'SELECT relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = to_regclass($1) AND relispartition ORDER BY 1 DESC',
      [pg.escapeIdentifier(table)],
    )
  ).rows.map(({ name }) => name);

/**
 * PostgreSQL cannot build the index of a partitioned table while others write: so it is created on the parent alone,
 * then built on each partition, the newest first, and becomes valid with the last of them.
 */
async function buildOfParts(client: pg.ClientBase, { table, name, definition }: SearchIndex, parts: readonly string[]): Promise<void> {
  // With the schema, as PostgreSQL writes the definition.
  const on = new RegExp(` ON (?:ONLY )?(?:[^ ]+\\.)?${table} `);
  let have = await partsWith(client, name);
  // All partitions have theirs and it is still invalid: then it is no index of ours.
  if (have.size === parts.length) {
    await client.query(`DROP INDEX ${pg.escapeIdentifier(name)}`);
    have = new Set();
  }
  await client.query(definition.replace('CREATE INDEX', 'CREATE INDEX IF NOT EXISTS').replace(on, ` ON ONLY ${table} `));
  for (const part of parts.filter((each) => !have.has(each))) {
    const own = name.replace(table, part);
    await build(client, { table: part, name: own, definition: definition.replace(name, own).replace(on, ` ON ${part} `) });
    await client.query(`ALTER INDEX ${pg.escapeIdentifier(name)} ATTACH PARTITION ${pg.escapeIdentifier(own)}`);
  }
}

/** The partitions that already have their part of an index. */
async function partsWith(client: pg.ClientBase, index: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ part: string }>(
    `SELECT t.relname AS part FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid JOIN pg_class t ON t.oid = indrelid
     WHERE inhparent = to_regclass($1) AND indisvalid`,
    [pg.escapeIdentifier(index)],
  );
  return new Set(rows.map(({ part }) => part));
}

/** Whether there is such an index, finished and with the same grams: PostgreSQL formats the rest of a definition in its own way. */
async function isUpToDate(client: pg.ClientBase, { name, definition }: SearchIndex): Promise<boolean> {
  const { rows } = await client.query<{ definition: string }>(
    'SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid',
    [pg.escapeIdentifier(name)],
  );
  return rows[0] !== undefined && gramsIn(rows[0].definition) === gramsIn(definition);
}

const gramsIn = (definition: string): string =>
  [...definition.matchAll(/\bgrams\(\w+\)/g)]
    .map(([grams]) => grams)
    .toSorted()
    .join();

/** Builds the indexes that an interrupted restore left unfinished, and those declared since. */
export const finishIndexes = (database: Target, indexes: readonly SearchIndex[]): JobKind => ({
  name: 'finish-indexes',
  title: '补建搜索索引',
  every: 600,
  run: () => buildIndexes(database, indexes).then(() => undefined),
});
