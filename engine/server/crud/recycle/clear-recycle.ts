import { type Kysely, sql } from 'kysely';
import type { LimitSettings } from '../../platform/limit-settings.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { inPortions } from '../../platform/jobs/in-portions.ts';
import { now } from '../../platform/database/now.ts';
import { anyFound } from '../../platform/database/any-of.ts';

/** Once an hour: removes what was deleted longer ago than the setting says now, which what was deleted before goes by too. */
export const clearRecycle = (db: Kysely<Tables>, limits: Pick<LimitSettings, 'recycleDays'>): JobKind => ({
  name: 'clear-recycle',
  title: '清空到期的回收站',
  every: 3600,
  run: async ({ signal }) => {
    // What was deleted since the last time is kept for 30 days so far.
    const due = sql<string>`create_time + make_interval(days => ${limits.recycleDays})`;
    await inPortions(signal, 10_000, async (portion) => {
      const other = db.selectFrom('sys_recycle').select('id').where('expireTime', '<>', due).limit(portion);
      return (await db.updateTable('sys_recycle').set('expireTime', due).where('id', '=', anyFound(other)).executeTakeFirst())
        .numUpdatedRows;
    });
    await inPortions(signal, 1000, async (portion) => {
      const over = db.selectFrom('sys_recycle').select('id').where('expireTime', '<', now).limit(portion);
      return (await db.deleteFrom('sys_recycle').where('id', '=', anyFound(over)).executeTakeFirst()).numDeletedRows;
    });
  },
});
