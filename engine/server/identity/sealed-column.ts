import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
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

/** Seals under the first APP_SECRET what was sealed without one; a value that does not open without one stays as it is. */
export async function sealAgain(db: Kysely<Tables>, columns: readonly SealedColumn[], appSecret: string): Promise<void> {
  for (const column of columns) await sealColumn(db, column, appSecret);
}

async function sealColumn(db: Kysely<Tables>, { purpose, table, key, column, owner }: SealedColumn, appSecret: string): Promise<void> {
  const [before, after] = [new SecretSeal(undefined, purpose), new SecretSeal(appSecret, purpose)];
  const [id, value, stored] = [sql.ref(key), sql.ref(column), sql.table(table)];
  const { rows } = await sql<{ id: string; owner: string; value: Buffer | string }>`
    SELECT ${id} AS id, ${owner} AS owner, ${value} AS value FROM ${stored} WHERE ${value} IS NOT NULL ORDER BY ${id} FOR UPDATE`.execute(
    db,
  );
  for (const row of rows) {
    const { value: found } = row;
    const opened = await before.open(db, row.owner, typeof found === 'string' ? Buffer.from(found, 'base64') : found);
    if (opened === undefined) continue;
    const sealed = await after.seal(db, row.owner, opened);
    const again = typeof found === 'string' ? sealed.toString('base64') : sealed;
    await sql`UPDATE ${stored} SET ${value} = ${again} WHERE ${id} = ${row.id}::uuid`.execute(db);
  }
}
