import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { now } from '../../platform/database/now.ts';

/** Most records that one statement removes, so that it holds no lock for long. */
const portion = 1000;

/** Once an hour: removes what was deleted more than 30 days ago. */
export const clearRecycle = (db: Kysely<Tables>): JobKind => ({
  name: 'clear-recycle',
  title: '清空到期的回收站',
  every: 3600,
  run: async ({ signal }) => {
    for (let gone = BigInt(portion); gone === BigInt(portion);) {
      signal.throwIfAborted();
      const { numDeletedRows } = await db
        .deleteFrom('sys_recycle')
        .where('id', 'in', (eb) => eb.selectFrom('sys_recycle').select('id').where('expireTime', '<', now).limit(portion))
        .executeTakeFirst();
      gone = numDeletedRows;
    }
  },
});
