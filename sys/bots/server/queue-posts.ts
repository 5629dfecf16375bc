import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { MessageValues } from '../../settings/message-template.ts';
import { writeMessage } from '../../settings/server/write-message.ts';
import { postTemplates } from '../../settings/post-templates.ts';
import { replacedReason } from '../../shared/server/replaced-reason.ts';
import { postStatuses } from '../bot-post.ts';
import { cutPost } from './cut-post.ts';

/** Why a notice that not everybody can read, as one deleted meanwhile, is not sent. */
export const unreadableReason = '通知已撤回、失效或不再发给全员，不再发送';

type Topic = keyof typeof botTopics;

interface Post<T extends Topic> {
  readonly topic: T;
  readonly values: MessageValues<(typeof postTemplates)[T]>;
  /** The notice that the message announces: a group never gets the same text of it twice in a row. */
  readonly sourceId?: string;
  /** Only these of the bots; absent: all. */
  readonly bots?: readonly string[] | undefined;
}

/** The topic of a message, as the list shows it, and the column with the bot's subscription. */
export const botTopics = {
  notice: { title: '通知公告', column: 'tell_notices' },
  job: { title: '失败的任务', column: 'tell_jobs' },
  approval: { title: '待审核的注册', column: 'tell_approvals' },
} as const;

/**
 * Queues a message for each bot that subscribes to the topic, in the caller's transaction. The list shows it to the bot's maker from the first
 * attempt on, which checks whether the maker may still have it told (`send-posts.ts`).
 */
export async function queuePosts<T extends Topic>(db: Kysely<Tables>, { topic, values, sourceId, bots }: Post<T>): Promise<void> {
  const { content } = await writeMessage(db, postTemplates[topic], values);
  const shown = cutPost(content);
  const { title, column } = botTopics[topic];
  const isMeant = bots === undefined ? sql`true` : sql`b.id = ANY(${bots}::uuid[])`;
  await sql`
    INSERT INTO sys_bot_post (id, sys_bot_id, post_topic, post_text, source_id)
    SELECT gen_random_uuid(), b.id, ${title}, ${shown}, ${sourceId ?? null}::uuid
    FROM sys_bot b WHERE b.bot_status = ${sql.lit(statuses.enabled)} AND ${sql.ref(`b.${column}`)} = '是' AND ${isMeant}
      AND NOT coalesce((
      SELECT p.post_text = ${shown} FROM sys_bot_post p WHERE p.sys_bot_id = b.id AND p.source_id = ${sourceId ?? null}::uuid
        AND p.post_status NOT IN (${sql.lit(postStatuses.failed)}, ${sql.lit(postStatuses.left)})
      ORDER BY p.create_time DESC, p.id DESC LIMIT 1), false)`.execute(db);
}

/** Leaves the waiting messages about a notice unsent that hold a former text of it. Messages in the new one are queued afterwards. */
export async function leaveReplacedPosts(
  db: Kysely<Tables>,
  { topic, values, sourceId }: Post<'notice'> & { readonly sourceId: string },
): Promise<void> {
  const { content } = await writeMessage(db, postTemplates[topic], values);
  await sql`
    UPDATE sys_bot_post SET post_status = ${postStatuses.left}, fail_reason = ${replacedReason}, version = version + 1, update_time = now()
    WHERE source_id = ${sourceId}::uuid AND post_status = ${sql.lit(postStatuses.waiting)} AND (claim_until IS NULL OR claim_until < now())
      AND post_text <> ${cutPost(content)}`.execute(db);
}
