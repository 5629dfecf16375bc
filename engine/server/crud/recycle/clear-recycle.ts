import { type Kysely, sql } from 'kysely';
import type { LimitSettings } from '../../platform/limit-settings.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { now } from '../../platform/database/now.ts';

/** Most records that one statement removes, so that it holds no lock for long. */
const portion = 1000;

/** Once an hour: removes what was deleted longer ago than the setting says now, which what was deleted before goes by too. */
export const clearRecycle = (db: Kysely<Tables>, limits: Pick<LimitSettings, 'recycleDays'>): JobKind => ({
  name: 'clear-recycle',
  title: '清空到期的回收站',
  every: 3600,
  run: async ({ signal }) => {
    // What was deleted since the last time is kept for 30 days so far.
    await sql`
      UPDATE sys_recycle SET expire_time = create_time + make_interval(days => ${limits.recycleDays})
      WHERE expire_time <> create_time + make_interval(days => ${limits.recycleDays})`.execute(db);
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
