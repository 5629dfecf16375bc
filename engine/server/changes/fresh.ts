import { type RawBuilder, sql } from 'kysely';

/** The condition on a line of changes, under the name given, that holds where `upto` sees its transaction and `base` does not. */
export function fresh(line: string, base: string, upto: string): RawBuilder<unknown> {
  const xid = sql.ref(`${line}.xid`);
  // The first by the index; a transaction that began earlier is visible in `base` or not to be told.
  return sql`${xid} >= pg_snapshot_xmin(${base}::pg_snapshot) AND NOT pg_visible_in_snapshot(${xid}, ${base}::pg_snapshot)
    AND pg_visible_in_snapshot(${xid}, ${upto}::pg_snapshot)`;
}
