import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Rows that become due at a time and are worked on by one node at a time: `update_time` says when a row changed, `claim_until` when its lease ends. */
interface Waits {
  readonly table: keyof Tables;
  readonly isWaiting: RawBuilder<unknown>;
  /** The column with the time at which a row is due. */
  readonly due: string;
  /** Length of a node's lease on a row, in seconds. */
  readonly claimSeconds: number;
}

/**
 * After the database's clock ran ahead and was set back, rows due in a minute would wait until the old clock's minute: this makes them
 * wait as long from now. A lease that a node holds is cut to its normal length from now, so that no other node takes the row too early.
 */
export async function repairDueTimes(db: Kysely<Tables>, { table, isWaiting, due, claimSeconds }: Waits): Promise<void> {
  const time = sql.ref(due);
  const latest = sql`now() + make_interval(secs => ${claimSeconds})`;
  await sql`
    UPDATE ${sql.table(table)} SET
      ${time} = CASE WHEN update_time > now() THEN ${time} - (update_time - now()) ELSE ${time} END,
      update_time = least(update_time, now()),
      claim_until = CASE WHEN claim_until > ${latest} THEN ${latest} ELSE claim_until END
    WHERE ${isWaiting} AND (update_time > now() OR claim_until > ${latest})`.execute(db);
}
