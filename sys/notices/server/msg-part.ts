import { grouped } from '@back-office/contract/resource/grouped.ts';
import { msgStatuses, type msg } from '../msg.ts';
import { fieldOf, type Resource, type WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { inSlices } from '@back-office/server/platform/live/in-slices.ts';
import { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
import { announceDue } from './announce.ts';
import { checkTargetIds, type NoticeRow } from './check-target-ids.ts';
import { cleanHtml } from './clean-html.ts';
import { noticeRoutes } from './notice-routes.ts';
import { onlineReaders } from './online-readers.ts';
import { syncPictures } from './sync-pictures.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { Statement } from '@back-office/server/platform/database/statement.ts';
import { sql } from 'kysely';

/** Notices: their HTML is sanitised, publishing records who and when, and a published notice is announced to its recipients. */
export const msgPart: ResourcePart = {
  operations: { write: writeNotices, remove: removeNotices },
  routes: noticeRoutes,
};

async function writeNotices(
  context: Context,
  resource: WithFieldsOf<typeof msg>,
  checked: readonly NoticeRow[],
): Promise<RecordOf<typeof msg>[]> {
  await checkTargetIds(context, checked);
  const now = checked.some(isPublished) ? await databaseNow(context) : '';
  const complete: NoticeRow[] = [];
  // Sanitising a text with many elements takes a third of a second, and a batch has hundreds: other requests are served in between.
  await inSlices(checked, (row) =>
    complete.push({ ...row, values: { ...row.values, ...cleaned(resource, row), ...publishedValues(context, row, now) } }),
  );
  const changed = checked.flatMap(({ current }) => current?.id ?? []);
  const before = await onlineReaders(context.db, changed);
  const rows = await writeAll(context, resource, complete);
  for (const [at, row] of rows.entries()) await syncPictures(context, row, checked[at]?.current?.msgContent ?? '');
  await renew(context, checked, rows);
  // People who can read it only after the change, such as a later end, are notified too; identical events are sent once.
  for (const readers of [before, await onlineReaders(context.db, changed)])
    await notifyNodes(context.db, { kind: 'changed', topic: 'msg', ...readers });
  return rows;
}

async function removeNotices(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  const readers = await onlineReaders(context.db, ids);
  await remove(context, resource, ids);
  await notifyNodes(context.db, { kind: 'changed', topic: 'msg', ...readers });
}

function cleaned(resource: Resource, { values: { msgContent } }: NoticeRow): { msgContent?: string } {
  if (typeof msgContent !== 'string') return {};
  const clean = cleanHtml(msgContent);
  if (clean.trim() === '') throw refusedField('msgContent', '内容不能为空');
  const field = fieldOf(resource, 'msgContent');
  if (field.kind === 'longText' && clean.length > field.max) throw refusedField('msgContent', `内容不能超过 ${grouped(field.max)} 个字符`);
  return { msgContent: clean };
}

const isPublished = ({ values, current }: NoticeRow): boolean => (values.msgStatus ?? current?.msgStatus) === msgStatuses.published;

/** Sets the publisher, and the time unless one was given. Publishing again sets the time anew, unless a later one was given. */
function publishedValues({ user }: Context, row: NoticeRow, now: string): Record<string, unknown> {
  if (!isPublished(row)) return {};
  const { values, current } = row;
  const isNewlyPublished = current?.msgStatus !== msgStatuses.published;
  const stored = current?.publishTime ?? null;
  const given = values.publishTime === undefined ? stored : values.publishTime;
  const isRepublished = current?.msgStatus === msgStatuses.withdrawn && given === stored && textOf(given) <= now;
  const publishTime = isRepublished || given === null ? (!isNewlyPublished && stored) || now : given;
  const expireTime = values.expireTime === undefined ? current?.expireTime : values.expireTime;
  if (typeof expireTime === 'string' && expireTime < textOf(publishTime)) throw refusedField('expireTime', '失效时间不能早于发布时间');
  return { publishTime, ...(isNewlyPublished ? { publishUser: user.userId } : {}) };
}

type Notice = RecordOf<typeof msg>;

/** A notice that was changed or published again becomes unread again, and is announced to its recipients. */
async function renew(context: Context, checked: readonly NoticeRow[], rows: readonly Notice[]): Promise<void> {
  const { db } = context;
  const isNew = (row: Notice, names: readonly (keyof Notice)[], current: Notice | undefined): boolean =>
    row.msgStatus === msgStatuses.published && names.some((name) => !isDeepStrictEqual(row[name], current?.[name]));
  const ids = (names: readonly (keyof Notice)[]) => rows.filter((row, at) => isNew(row, names, checked[at]?.current)).map(({ id }) => id);
  const reread = ids(['msgStatus', 'msgTitle', 'msgContent']);
  const announcedIds = ids(['msgStatus', 'msgTitle', 'msgContent', 'publishTime', 'msgScope', 'targetIds', 'needConfirm']);
  if (reread.length > 0) await db.deleteFrom('sys_msg_read').where('sysMsgId', '=', anyOf(reread)).execute();
  if (announcedIds.length > 0) {
    await db.updateTable('sys_msg').set({ announceTime: null }).where('id', '=', anyOf(announcedIds)).execute();
    await announceDue(db);
  }
}

/** The current time of the database, whose clock decides who may read. */
async function databaseNow({ db }: Context): Promise<string> {
  const [found] = await readNow.run(db);
  return textOf(found?.now);
}

const readNow = new Statement(() => sql<{ now: string }>`SELECT now() AS now`);
