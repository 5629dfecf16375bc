import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';

/**
 * Ends the lines of exports whose node was killed (`logExport`), which said 开始导出 for ever: a day later it can hardly be under way, and
 * one that is says at its end what went out all the same. By ids, which tell the time: few days of the log are read, once a day.
 */
export const endExportLines = (db: Kysely<Tables>): JobKind => ({
  name: 'end-export-lines',
  title: '结束中断的导出记录',
  every: 86_400,
  run: () =>
    sql`
      UPDATE sys_log_opt SET opt_message = left('导出中断，行数不明' || substr(opt_message, length('开始导出') + 1), 500)
      WHERE id BETWEEN id_at(now() - interval '4 days') AND id_at(now() - interval '1 day')
        AND opt_type = '导出' AND opt_message LIKE '开始导出；%'`
      .execute(db)
      .then(() => undefined),
});
