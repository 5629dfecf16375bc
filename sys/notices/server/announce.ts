import { msgStatuses } from '../msg.ts';
import { type Kysely, sql } from 'kysely';
import { now } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { queueNoticeMails } from './mail-notice-job.ts';
import { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';

/**
 * Notifies people online of every current notice that was not announced yet, whether just published or scheduled. Each is announced
 * once, by whichever node does it; a job of its own queues its mails and group messages. Call it in a transaction.
 */
export async function announceDue(db: Kysely<Tables>): Promise<void> {
  const due = db
    .selectFrom('sys_msg')
    .select('id')
    .where('announceTime', 'is', null)
    .where('msgStatus', '=', sql.lit(msgStatuses.published))
    .where('publishTime', '<=', now)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]))
    .orderBy('publishTime')
    .forUpdate()
    .skipLocked();
  const rows = await db
    .with('due', () => due)
    .updateTable('sys_msg')
    .from('due')
    .set({ announceTime: now })
    .whereRef('sys_msg.id', '=', 'due.id')
    .returning('sys_msg.id')
    .execute();
  for (const { id } of rows) await notifyNodes(db, { kind: 'notice', id });
  await queueNoticeMails(
    db,
    rows.map(({ id }) => id),
  );
}

/** Announces scheduled notices. Reading does not depend on it: a notice becomes readable by the clock. */
export const announceJob = (db: Kysely<Tables>): JobKind => ({
  name: 'announce-notices',
  title: '推送到时的通知',
  every: 10,
  run: () => withTransaction(db, announceDue),
});
