import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { transactionOf } from '../platform/database/open-transaction.ts';
import { snake } from '../platform/database/snake.ts';
import { type SealPurpose, SecretSeal } from './secret-seal.ts';

/** A column of values that `SecretSeal` sealed, bytes or base64: when a first APP_SECRET is set, its rows are sealed under it. */
export interface SealedColumn {
  readonly purpose: SealPurpose;
  readonly table: keyof Tables;
  /** The primary key. */
  readonly key: string;
  readonly column: string;
  /** For whom a row's value is sealed, as text. */
  readonly owner: RawBuilder<string>;
}

/**
 * Seals under APP_SECRET what was sealed without one, also in rows that the recycle bin keeps with records; a value that
 * does not open without one stays as it is. Call it in a transaction.
 */
export async function sealAgain(db: Kysely<Tables>, columns: readonly SealedColumn[], appSecret: string): Promise<void> {
  // The whole recycle bin is read, which for a large one takes longer than a request may.
  await transactionOf(db)?.allowLongWork();
  await sql`SET LOCAL lock_timeout = '60s'`.execute(db);
  // Deletes and restores wait: a row that they move meanwhile would be found in neither place.
  await sql`LOCK TABLE sys_recycle IN EXCLUSIVE MODE`.execute(db);
  for (const column of columns) {
    await sealColumn(db, column, appSecret);
    await sealKept(db, column, appSecret);
  }
}

async function sealColumn(db: Kysely<Tables>, sealed: SealedColumn, appSecret: string): Promise<void> {
  const { table, key, column, owner } = sealed;
  const [id, value, stored] = [sql.ref(key), sql.ref(column), sql.table(table)];
  const { rows } = await sql<Found>`
    SELECT ${id} AS id, ${owner} AS owner, ${value} AS value FROM ${stored} WHERE ${value} IS NOT NULL ORDER BY ${id} FOR UPDATE`.execute(
    db,
  );
  for (const [row, again] of await sealRows(db, sealed, rows, appSecret))
    await sql`UPDATE ${stored} SET ${value} = ${again} WHERE ${id} = ${row.id}::uuid`.execute(db);
}

/** The rows of the table that were deleted with a record, as JSON has them. */
async function sealKept(db: Kysely<Tables>, sealed: SealedColumn, appSecret: string): Promise<void> {
  const { table, column, owner } = sealed;
  const { rows } = await sql<Found & { place: number }>`
    SELECT k.id, k.place, x.owner, x.value FROM (
      SELECT r.id, t.kept, t.place::int - 1 AS place
      FROM sys_recycle r, jsonb_array_elements(r.content -> 'beside' -> ${table}::text) WITH ORDINALITY t(kept, place)
    ) k, LATERAL (
      SELECT ${owner} AS owner, ${sql.ref(column)} AS value FROM jsonb_populate_record(NULL::${sql.table(table)}, k.kept)
    ) x WHERE x.value IS NOT NULL ORDER BY k.id, k.place`.execute(db);
  for (const [{ id, place }, again] of await sealRows(db, sealed, rows, appSecret)) {
    const json = JSON.stringify(typeof again === 'string' ? again : `\\x${again.toString('hex')}`);
    await sql`UPDATE sys_recycle SET content = jsonb_set(content, ARRAY['beside', ${table}, ${String(place)}, ${snake(column)}]::text[], ${json}::jsonb)
      WHERE id = ${id}::uuid`.execute(db);
  }
}

/** The rows whose values open without a secret, each with its value sealed under it. */
async function sealRows<Row extends Found>(db: Kysely<Tables>, { purpose }: SealedColumn, rows: readonly Row[], appSecret: string) {
  const [before, after] = [new SecretSeal(undefined, purpose), new SecretSeal(appSecret, purpose)];
  const resealed: [Row, Buffer | string][] = [];
  for (const row of rows) {
    const { owner, value } = row;
    const opened = await before.open(db, owner, typeof value === 'string' ? Buffer.from(value, 'base64') : value);
    if (opened === undefined) continue;
    const sealed = await after.seal(db, owner, opened);
    resealed.push([row, typeof value === 'string' ? sealed.toString('base64') : sealed]);
  }
  return resealed;
}

interface Found {
  readonly id: string;
  readonly owner: string;
  readonly value: Buffer | string;
}
