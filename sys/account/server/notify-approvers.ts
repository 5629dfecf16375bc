import { may } from '@back-office/contract/resource/permission.ts';
import { userStatuses } from '@back-office/contract/status.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { botTopics, queuePosts } from '../../bots/server/queue-posts.ts';
import { mailTopics } from '../../mail/mail-calls.ts';
import { mailPeople, mailReaders } from '../../mail/server/mail-people.ts';
import { user } from '../../users/user.ts';

type Parts = Pick<Services, 'db' | 'contextFor'>;

/**
 * Announces by mail and in groups that registered people wait for approval, to those who subscribed, may approve and have them in their data scope.
 * As anybody may register, at most once an hour each, and only after a new registration. The time of the last announcement is that of the queued
 * message; nothing else is stored.
 */
export const notifyApprovers = ({ db, contextFor }: Parts): JobKind => ({
  name: 'tell-approvers',
  title: '待审核注册的提醒',
  every: 60,
  run: () =>
    withTransaction(db, async (transaction) => {
      const posted = sql`SELECT max(create_time) FROM sys_bot_post WHERE post_topic = ${botTopics.approval.title}`;
      const waiting = await waitingSince(transaction, posted, sql`true`);
      if (waiting > 0) await queuePosts(transaction, { topic: 'approval', values: { count: String(waiting) } });
      for (const reader of await mailReaders(transaction, 'approval')) await mailOne({ db: transaction, contextFor }, reader);
    }),
});

async function mailOne({ db, contextFor }: Parts, reader: string): Promise<void> {
  const context = await contextFor(db, reader, 'tell-approvers');
  if (!may(context.user.rights, user.name, 'edit')) return;
  const mailed = sql`SELECT max(create_time) FROM sys_mail WHERE mail_topic = ${mailTopics.approval} AND create_user = ${reader}::uuid`;
  const waiting = await waitingSince(db, mailed, visible(context, user));
  if (waiting === 0) return;
  await mailPeople(db, [reader], { choice: 'approval', values: { count: String(waiting) } });
}

/** The number of people waiting within `inScope`; 0 unless one registered since the last announcement, which must be over an hour ago. */
async function waitingSince(db: Kysely<Tables>, lastAnnounced: RawBuilder<unknown>, inScope: RawBuilder<unknown>): Promise<number> {
  // A registration whose transaction overlapped with the announcement is earlier than it, but was not counted in it: hence the 10 seconds.
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM sys_user t, (SELECT coalesce((${lastAnnounced})::timestamptz, '-infinity') AS told) last
    WHERE t.user_status = ${sql.lit(userStatuses.awaiting)} AND ${inScope} AND last.told < now() - interval '1 hour'
    HAVING max(t.create_time) > max(last.told) - interval '10 seconds'`.execute(db);
  return rows[0]?.count ?? 0;
}
