import { type Kysely, sql } from 'kysely';
import type { LimitSettings } from '../../platform/limit-settings.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import { now } from '../../platform/database/now.ts';
import { anyFound } from '../../platform/database/any-of.ts';

/** Once an hour, empties the recycle bin of records deleted longer ago than the setting; a new setting applies to earlier deletions too. */
export const clearRecycle = (db: Kysely<Tables>, limits: Pick<LimitSettings, 'recycleDays'>): JobKind => ({
  name: 'clear-recycle',
  title: '清空到期的回收站',
  every: 3600,
  run: async ({ signal }) => {
    // Rows may hold an expiry time from before the setting changed; new rows have 30 days.
    const due = sql<string>`create_time + make_interval(days => ${limits.recycleDays})`;
    await inBatches(signal, 10_000, async (portion) => {
      const other = db.selectFrom('sys_recycle').select('id').where('expireTime', '<>', due).limit(portion);
      return (await db.updateTable('sys_recycle').set('expireTime', due).where('id', '=', anyFound(other)).executeTakeFirst())
        .numUpdatedRows;
    });
    await inBatches(signal, 1000, async (portion) => {
      const over = db.selectFrom('sys_recycle').select('id').where('expireTime', '<', now).limit(portion);
      return (await db.deleteFrom('sys_recycle').where('id', '=', anyFound(over)).executeTakeFirst()).numDeletedRows;
    });
  },
});
