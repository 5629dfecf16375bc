import { statuses, outcomes } from '@back-office/contract/status.ts';
import { peopleWhoMay } from '@back-office/server/identity/rights/people-who-may.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { type Kysely, sql } from 'kysely';
import { queuePosts } from '../../bots/server/queue-posts.ts';
import { mailPeople } from '../../mail/server/mail-people.ts';
import { msgScopes } from '../../notices/msg.ts';
import { announceDue } from '../../notices/server/announce.ts';
import { escapeHtml, publishNotice } from '../../notices/server/publish-notice.ts';
import { job } from '../job.ts';
import { notifyKey } from '../job-calls.ts';

/** Maximum number of people notified. */
const most = 200;

/**
 * Notifies subscribers of jobs that failed after all retries: once when a kind begins to fail, at most once an hour for one that fails now and then,
 * and once a day while it keeps failing.
 */
export const notifyFailedJobs = (db: Kysely<Tables>): JobKind => ({
  name: 'tell-failed-jobs',
  title: '失败任务的提醒',
  every: 30,
  run: () =>
    withTransaction(db, async (transaction) => {
      const titles = await newlyFailed(transaction);
      if (titles.length === 0) return;
      await queuePosts(transaction, {
        topic: 'job',
        values: { jobTitles: titles.join('、') },
      });
      const targets = await readSubscribers(transaction);
      if (targets.length === 0) return;
      const items = titles.map((title) => `<li>${escapeHtml(title)}</li>`).join('');
      await publishNotice(transaction, {
        title: '后台任务失败',
        content: `<p>以下任务多次重试后仍然失败：</p><ul>${items}</ul><p>原因见 系统管理 › 执行记录，处理后可在那里重试。</p>`,
        scope: msgScopes.people,
        targets,
      });
      await mailPeople(transaction, targets, {
        choice: 'job',
        values: { jobTitles: titles.join('、'), jobLines: titles.map((title) => `· ${title}`).join('\n') },
      });
      await announceDue(transaction);
    }),
});

async function newlyFailed(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<Row<'sys_job_kind', 'jobTitle'>>`
    WITH failed AS (UPDATE sys_job_run SET told = true WHERE is_final = '是' AND NOT told RETURNING job_kind)
    UPDATE sys_job_kind k SET told_time = now() WHERE job_kind IN (SELECT job_kind FROM failed) AND (
      told_time IS NULL OR told_time < now() - interval '1 day' OR (told_time < now() - interval '1 hour' AND EXISTS (
        SELECT FROM sys_job_run r WHERE r.job_kind = k.job_kind AND r.run_status = ${sql.lit(outcomes.success)} AND r.start_time > k.told_time)))
    RETURNING job_title`.execute(db);
  return rows.map(({ jobTitle }) => jobTitle);
}

/** People who subscribed, and still have the right to see jobs. */
async function readSubscribers(db: Kysely<Tables>): Promise<string[]> {
  const people = await db
    .selectFrom('sys_user_preference as p')
    .innerJoin('sys_user as u', 'u.id', 'p.sysUserId')
    .select('u.id')
    .where('p.key', '=', notifyKey)
    .where(sql<boolean>`p.value = 'true'::jsonb`)
    .where('u.userStatus', '=', statuses.enabled)
    .execute();
  const among = people.map(({ id }) => id);
  return (await peopleWhoMay(db, { resource: job.name, permission: 'read', among })).slice(0, most);
}
