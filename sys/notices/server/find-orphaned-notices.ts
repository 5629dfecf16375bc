import type { WaitingAddress } from '@back-office/contract/calls/waiting.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { peopleWhoMay } from '@back-office/server/identity/rights/people-who-may.ts';
import type { Value } from '@back-office/server/platform/database/tables.ts';
import { sql } from 'kysely';
import { msg, msgStatuses } from '../msg.ts';

/** Maximum number of publishers in the link. */
const most = 20;

/** Rights that allow publishing; either is sufficient. */
const publishing = ['add', 'edit'] as const;

/**
 * Scheduled notices of people who are now disabled or could no longer publish them. They are published all the same, as they belong to the
 * organisation rather than to their publisher; people who may withdraw them are told beforehand.
 */
export async function findOrphanedNotices(context: Context): Promise<{ count: number; opens: WaitingAddress } | undefined> {
  if (!may(context.user.rights, msg.name, 'edit')) return undefined;
  const { rows } = await sql<{ publisher: Value<'sys_user', 'id'>; since: string; count: number }>`
    SELECT t.publish_user AS publisher, to_char(min(t.publish_time), 'YYYY-MM-DD HH24:MI:SS') AS since, count(*)::int AS count FROM sys_msg t
    WHERE t.announce_time IS NULL AND t.msg_status = ${sql.lit(msgStatuses.published)} AND t.publish_time > now() AND ${visible(context, msg)}
      AND t.publish_user IS NOT NULL
    GROUP BY 1 ORDER BY min(t.publish_time), 1`.execute(context.db);
  const among = rows.map(({ publisher }) => publisher);
  if (among.length === 0) return undefined;
  const asked = publishing.map((permission) => peopleWhoMay(context.db, { resource: msg.name, permission, among }));
  const stayed = new Set((await Promise.all(asked)).flat());
  const orphaned = rows.filter(({ publisher }) => !stayed.has(publisher)).slice(0, most);
  const [first] = orphaned;
  if (first === undefined) return undefined;
  return {
    count: orphaned.reduce((sum, { count }) => sum + count, 0),
    opens: {
      resource: msg.name,
      query: [
        ['eq', `msgStatus:${msgStatuses.published}`],
        ['ge', `publishTime:${first.since}`],
        ...orphaned.map(({ publisher }) => ['eq', `publishUser:${publisher}`] as const),
      ],
    },
  };
}
