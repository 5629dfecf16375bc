import { type Kysely, sql } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
import { tallies } from './tallies.ts';

/**
 * Notifies open home pages that their figures have changed: at most twice a minute, since each of them then reloads, and only after changes.
 * Comparing with this node's last values is sufficient: another node's job may send one notification too many.
 */
export function notifyFiguresJob(db: Kysely<Tables>): JobKind {
  let seen: string | undefined;
  const figures = (table: string) =>
    sql`SELECT hour, rows FROM ${sql.table(table)} WHERE reach = 'all' AND hour >= date_trunc('day', now() - interval '2 hours')`;
  return {
    name: 'tell-figures',
    title: '刷新首页数字',
    every: 30,
    run: async () => {
      const { rows } = await sql<{ found: string }>`
        SELECT concat(max(hour), sum(rows), (SELECT max(send_time) FROM sys_sms)) AS found
        FROM (${sql.join(tallies.map(figures), sql` UNION ALL `)}) t`.execute(db);
      const found = rows[0]?.found;
      if (seen !== undefined && found !== seen) await notifyNodes(db, { kind: 'changed', topic: 'figures' });
      seen = found;
    },
  };
}
