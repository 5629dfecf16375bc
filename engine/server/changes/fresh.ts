import { type RawBuilder, sql } from 'kysely';

/** The condition on the change with this alias that `upto` sees its transaction and `base` does not. */
export function fresh(line: string, base: string, upto: string): RawBuilder<unknown> {
  const xid = sql.ref(`${line}.xid`);
  // The first part uses the index; a transaction before xmin is visible in `base`, or was rolled back.
  return sql`${xid} >= pg_snapshot_xmin(${base}::pg_snapshot) AND NOT pg_visible_in_snapshot(${xid}, ${base}::pg_snapshot)
    AND pg_visible_in_snapshot(${xid}, ${upto}::pg_snapshot)`;
}
