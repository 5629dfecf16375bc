import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Rows that are worked on at their time, each by one node at once: when one was changed says `update_time`, until when a node has it `claim_until`. */
interface Waits {
  readonly table: keyof Tables;
  readonly isWaiting: RawBuilder<unknown>;
  /** The column that says when a row is due. */
  readonly due: string;
  /** For how many seconds a node takes a row. */
  readonly claimSeconds: number;
}

/**
 * Where the database's clock was ahead and was set back, what was to be done in a minute waits for a minute of that clock: as long
 * from now it waits after this. A node that has a row has it for as long as it takes one, so that nobody else does before it is done.
 */
export async function mendWaits(db: Kysely<Tables>, { table, isWaiting, due, claimSeconds }: Waits): Promise<void> {
  const time = sql.ref(due);
  const latest = sql`now() + make_interval(secs => ${claimSeconds})`;
  await sql`
    UPDATE ${sql.table(table)} SET
      ${time} = CASE WHEN update_time > now() THEN ${time} - (update_time - now()) ELSE ${time} END,
      update_time = least(update_time, now()),
      claim_until = CASE WHEN claim_until > ${latest} THEN ${latest} ELSE claim_until END
    WHERE ${isWaiting} AND (update_time > now() OR claim_until > ${latest})`.execute(db);
}
