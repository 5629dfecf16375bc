import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';

/** Most records that one statement removes, so that it holds no lock for long. */
const portion = 1000;

/** Once an hour: removes what was deleted more than 30 days ago. */
export const clearRecycle = (db: Kysely<Tables>): JobKind => ({
  name: 'clear-recycle',
  every: 3600,
  run: async ({ signal }) => {
    for (let gone = BigInt(portion); gone === BigInt(portion);) {
      signal.throwIfAborted();
      const { numAffectedRows = 0n } = await sql`DELETE FROM sys_recycle
        WHERE id IN (SELECT id FROM sys_recycle WHERE expire_time < now() LIMIT ${portion})`.execute(db);
      gone = numAffectedRows;
    }
  },
});
