import { userStatuses } from '@back-office/contract/status.ts';
import { reachOfPeopleWhoMay } from '@back-office/server/identity/rights/people-who-may.ts';
import type { Tables, Value } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { botTopics, queuePosts } from '../../bots/server/queue-posts.ts';
import { mailTopics } from '../../mail/mail-calls.ts';
import { mailPeople, mailReaders } from '../../mail/server/mail-people.ts';
import { user } from '../../users/user.ts';

/**
 * Announces by mail and in groups that registered people wait for approval, to those who subscribed, may approve and have them in their data scope.
 * As anybody may register, at most once an hour each, and only after a new registration. The time of the last announcement is that of the queued
 * message; nothing else is stored.
 */
export const notifyApprovers = (db: Kysely<Tables>): JobKind => ({
  name: 'tell-approvers',
  title: '待审核注册的提醒',
  every: 60,
  run: () =>
    withTransaction(db, async (transaction) => {
      const posted = sql`SELECT max(create_time) FROM sys_bot_post WHERE post_topic = ${botTopics.approval.title}`;
      const waiting = await waitingSince(transaction, posted);
      if (waiting > 0) await queuePosts(transaction, { topic: 'approval', values: { count: String(waiting) } });
      await mailApprovers(transaction);
    }),
});

/** By mail: in a few statements, however many people subscribed. */
async function mailApprovers(db: Kysely<Tables>): Promise<void> {
  const among = await mailReaders(db, 'approval');
  const { rows: homes } = await sql<{ org: Value<'sys_user', 'sysOrgId'> }>`
    SELECT DISTINCT sys_org_id AS org FROM sys_user WHERE user_status = ${sql.lit(userStatuses.awaiting)}`.execute(db);
  if (among.length === 0 || homes.length === 0) return;
  const reaches = await reachOfPeopleWhoMay(db, { resource: user.name, permission: 'edit', among });
  const readers = [...reaches].map(([id, { all, orgs }]) => ({
    id,
    all,
    orgs: homes.flatMap(({ org }) => (orgs.has(org ?? '') ? [org] : [])),
  }));
  // Materialized: otherwise all mails may be read again for each pair of an approver and somebody who waits.
  const { rows } = await sql<{ id: string; count: number }>`
    WITH last AS MATERIALIZED (
      SELECT create_user, max(create_time) AS told FROM sys_mail
      WHERE mail_topic = ${mailTopics.approval} AND create_user = ANY(${readers.map(({ id }) => id)}::uuid[]) GROUP BY create_user)
    SELECT r.id, count(*)::int AS count FROM (
      SELECT given.*, coalesce(last.told, '-infinity') AS told
      FROM json_to_recordset(${JSON.stringify(readers)}::json) AS given(id uuid, "all" boolean, orgs uuid[])
      LEFT JOIN last ON last.create_user = given.id) r
    JOIN sys_user t ON r.all OR t.sys_org_id = ANY(r.orgs)
    WHERE t.user_status = ${sql.lit(userStatuses.awaiting)} AND r.told < now() - interval '1 hour'
    GROUP BY r.id, r.told HAVING max(t.create_time) > r.told - interval '10 seconds'`.execute(db);
  for (const [count, some] of Map.groupBy(rows, (row) => row.count))
    await mailPeople(
      db,
      some.map(({ id }) => id),
      { choice: 'approval', values: { count: String(count) } },
    );
}

/** The number of people waiting; 0 unless one registered since the last announcement, which must be over an hour ago. */
async function waitingSince(db: Kysely<Tables>, lastAnnounced: RawBuilder<unknown>): Promise<number> {
  // A registration whose transaction overlapped with the announcement is earlier than it, but was not counted in it: hence the 10 seconds.
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM sys_user t, (SELECT coalesce((${lastAnnounced})::timestamptz, '-infinity') AS told) last
    WHERE t.user_status = ${sql.lit(userStatuses.awaiting)} AND last.told < now() - interval '1 hour'
    HAVING max(t.create_time) > max(last.told) - interval '10 seconds'`.execute(db);
  return rows[0]?.count ?? 0;
}
