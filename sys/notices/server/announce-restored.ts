import { sql } from 'kysely';
import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
import { msg } from '../msg.ts';
import { mailAgain } from './mail-again-job.ts';
import { resumeNoticeMails } from './mail-notice-job.ts';
import { onlineReaders } from './online-readers.ts';

/**
 * Readers online learn that a restored notice is there again. Mails and group messages that waited while it was deleted were left unsent: a job
 * queues them again. A notice that was never announced is announced by the job.
 */
export const announceRestored: Wraps = {
  restore: (next) => async (context, resource, ids) => {
    const { db } = context;
    const rows = await next(context, resource, ids);
    await notifyNodes(db, { kind: 'changed', topic: 'msg', ...(await onlineReaders(db, ids)) });
    await resumeNoticeMails(db, ids);
    const { rows: deleted } = await sql<Row<'sys_msg', 'id'> & { since: string }>`
      SELECT target_id AS id, delete_time::text AS since FROM sys_recycle
      WHERE target_resource = ${msg.name} AND target_id = ANY(${ids}::uuid[])`.execute(db);
    await mailAgain(db, deleted);
    return rows;
  },
};
