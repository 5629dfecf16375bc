import { msgStatuses } from '../msg.ts';
import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
import { isRecipient, type Notice } from './readers.ts';
import type { Value } from '@back-office/server/platform/database/tables.ts';

/** Minimum pause between two reminders of one notice, in seconds. */
const pause = 600;

/**
 * POST msg/remind/{id}: reminds recipients who have not read the notice, or not confirmed one that needs it. Users online are notified at once; for
 * everyone it is marked. Returns their number. 42900 within ten minutes of the last reminder, 40000 if nobody can read it now.
 */
export async function remind(context: Context, notice: Notice): Promise<{ reminded: number }> {
  await requireReadable(context, notice.id);
  const { rows: marks } = await sql<{ wait: number }>`
    WITH before AS (SELECT id, remind_time FROM sys_msg WHERE id = ${notice.id}::uuid), marked AS (
      UPDATE sys_msg m SET remind_time = now() FROM before b
      WHERE m.id = b.id AND (b.remind_time IS NULL OR b.remind_time <= now() - make_interval(secs => ${pause}))
    )
    SELECT ceil(coalesce(extract(epoch FROM remind_time - now()) + ${pause}, 0))::int AS wait FROM before`.execute(context.db);
  const wait = marks[0]?.wait ?? 0;
  if (wait > 0) throw new Refusal('tooMany', { message: `刚刚提醒过，请在 ${Math.ceil(wait / 60)} 分钟后再试`, retryAfter: wait });
  const open = notice.needConfirm === '是' ? sql`r.confirm_time IS NULL` : sql`r.read_time IS NULL`;
  // Counted there: a notice to everybody concerns more people than this process should hold.
  const { rows } = await sql<{ reminded: number; online: Value<'sys_user', 'id'>[] | null }>`
    SELECT count(*)::int AS reminded, array_agg(t.id) FILTER (WHERE EXISTS (SELECT FROM sys_online o WHERE o.sys_user_id = t.id)) AS online
    FROM sys_user t LEFT JOIN sys_msg_read r ON r.sys_user_id = t.id AND r.sys_msg_id = ${notice.id}::uuid
    WHERE ${isRecipient(notice)} AND ${visible(context, context.resourceOf('sys/user'), ['sys/msg'])} AND ${open}`.execute(context.db);
  const [{ reminded, online } = { reminded: 0, online: null }] = rows;
  await notifyNodes(context.db, { kind: 'notice', id: notice.id, users: online ?? [] });
  const resource = context.resourceOf('sys/msg');
  await context.record(context, [
    {
      resource,
      type: '提醒',
      id: notice.id,
      target: notice.msgTitle,
      fields: [{ field: 'reminded', label: '提醒人数', before: null, after: reminded }],
    },
  ]);
  return { reminded };
}

/** Locks the notice, and refuses if nobody can read it now: it may just have been withdrawn. */
async function requireReadable({ db }: Context, id: string): Promise<void> {
  const found = await db
    .selectFrom('sys_msg')
    .select(['msgStatus', sql<boolean>`publish_time > now()`.as('isAhead'), sql<boolean | null>`expire_time <= now()`.as('isOver')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('gone');
  if (found.msgStatus !== msgStatuses.published) throw refusedField('msgStatus', '只有已发布的通知可以提醒');
  if (found.isAhead) throw refusedField('publishTime', '尚未到发布时间，不能提醒');
  if (found.isOver === true) throw refusedField('expireTime', '通知已失效，不能提醒');
}
