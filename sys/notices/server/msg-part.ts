import { grouped } from '@back-office/contract/resource/grouped.ts';
import { msgStatuses, type msg } from '../msg.ts';
import { fieldOf, type Resource, type WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { refusedRows, refuseOf } from '@back-office/server/platform/http/refusal.ts';
import { inSlices } from '@back-office/server/platform/live/in-slices.ts';
import { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
import { announceDue } from './announce.ts';
import { checkTargetIds, type NoticeRow } from './check-target-ids.ts';
import { cleanHtml } from './clean-html.ts';
import { mailAgain } from './mail-again-job.ts';
import { resumeNoticeMails } from './mail-notice-job.ts';
import { noticeRoutes } from './notice-routes.ts';
import { onlineReaders } from './online-readers.ts';
import { syncPictures } from './sync-pictures.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { Statement } from '@back-office/server/platform/database/statement.ts';
import { sql } from 'kysely';

/** Notices: their HTML is sanitised, publishing records who and when, and a published notice is announced to its recipients. */
export const msgPart: ResourcePart = {
  operations: {
    guard: async (context, resource: WithFieldsOf<typeof msg>, checked: readonly NoticeRow[]) =>
      (await complete(context, resource, checked)).issues,
    write: writeNotices,
    remove: removeNotices,
  },
  routes: noticeRoutes,
};

async function writeNotices(
  context: Context,
  resource: WithFieldsOf<typeof msg>,
  checked: readonly NoticeRow[],
): Promise<RecordOf<typeof msg>[]> {
  const { notices, issues } = await complete(context, resource, checked);
  if (issues.length > 0) throw refusedRows(issues, checked);
  const changed = checked.flatMap(({ current }) => current?.id ?? []);
  const before = await onlineReaders(context.db, changed);
  const rows = await writeAll(context, resource, notices);
  for (const [at, row] of rows.entries())
    await syncPictures(context, row, checked[at]?.current?.msgContent ?? '').catch((error: unknown) =>
      refuseOf(error, checked.length > 1 ? [at] : []),
    );
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

/** The notices as they are to be written, and what is wrong with them. */
async function complete(
  context: Context,
  resource: Resource,
  checked: readonly NoticeRow[],
): Promise<{ notices: NoticeRow[]; issues: (Issue & { row: number })[] }> {
  const issues = await checkTargetIds(context, checked);
  const now = checked.some(isPublished) ? await databaseNow(context) : '';
  const notices: NoticeRow[] = [];
  // Sanitising a text with many elements takes a third of a second, and a batch has hundreds: other requests are served in between.
  await inSlices(checked, (row) => {
    const { msgContent } = row.values;
    const content = typeof msgContent === 'string' ? { msgContent: cleanHtml(msgContent) } : {};
    const published = publishedValues(context, row, now);
    const found = [contentIssue(resource, content.msgContent), timeIssue(row, published.publishTime)];
    issues.push(...found.flatMap((issue) => (issue === undefined ? [] : [{ row: notices.length, ...issue }])));
    notices.push({ ...row, values: { ...row.values, ...content, ...published } });
  });
  return { notices, issues };
}

function contentIssue(resource: Resource, clean: string | undefined): Issue | undefined {
  if (clean === undefined) return undefined;
  if (clean.trim() === '') return { field: 'msgContent', message: '内容不能为空' };
  const field = fieldOf(resource, 'msgContent');
  if (field.kind !== 'longText' || clean.length <= field.max) return undefined;
  return { field: 'msgContent', message: `内容不能超过 ${grouped(field.max)} 个字符` };
}

/** `publishTime` is undefined unless the notice is published. */
function timeIssue({ values, current }: NoticeRow, publishTime: string | undefined): Issue | undefined {
  const expireTime = values.expireTime === undefined ? current?.expireTime : values.expireTime;
  if (publishTime === undefined || typeof expireTime !== 'string' || expireTime >= publishTime) return undefined;
  return { field: 'expireTime', message: '失效时间不能早于发布时间' };
}

const isPublished = ({ values, current }: NoticeRow): boolean => (values.msgStatus ?? current?.msgStatus) === msgStatuses.published;

/** Sets the publisher, and the time unless one was given. Publishing again sets the time anew, unless a later one was given. */
function publishedValues({ user }: Context, row: NoticeRow, now: string): { publishTime?: string; publishUser?: string } {
  if (!isPublished(row)) return {};
  const { values, current } = row;
  const isNewlyPublished = current?.msgStatus !== msgStatuses.published;
  const stored = current?.publishTime ?? null;
  const given = values.publishTime === undefined ? stored : values.publishTime;
  const isRepublished = current?.msgStatus === msgStatuses.withdrawn && given === stored && textOf(given) <= now;
  const publishTime = isRepublished || given === null ? (!isNewlyPublished && stored) || now : given;
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
  if (reread.length > 0) {
    // First those of deleted people: a restore that is under way is waited for, and its rows are then deleted too.
    const stored = checked.flatMap(({ current }) => current?.id ?? []).filter((id) => reread.includes(id));
    if (stored.length > 0) await forgetKeptReads(context, stored);
    await db.deleteFrom('sys_msg_read').where('sysMsgId', '=', anyOf(reread)).execute();
    // And again: a deletion of people that was under way has been waited for, and has kept their readings.
    if (stored.length > 0) await forgetKeptReads(context, stored);
  }
  if (announcedIds.length > 0) {
    await db.updateTable('sys_msg').set({ announceTime: null }).where('id', '=', anyOf(announcedIds)).execute();
    await announceDue(db);
  }
  // Mails of those that had expired and are only postponed go on.
  const postponed = checked.flatMap(({ current }, at) =>
    typeof current?.expireTime === 'string' && !announcedIds.includes(current.id) && rows[at]?.expireTime !== current.expireTime
      ? [{ id: current.id, since: current.expireTime }]
      : [],
  );
  await resumeNoticeMails(
    db,
    postponed.map(({ id }) => id),
  );
  await mailAgain(db, postponed);
}

/** Takes their readings out of what the recycle bin keeps of people. */
async function forgetKeptReads({ db }: Context, ids: readonly string[]): Promise<void> {
  const isTheirs = sql`(mark ->> 'sys_msg_id')::uuid = ANY(${ids}::uuid[])`;
  const marks = sql`jsonb_array_elements(content #> '{beside,sys_msg_read}') AS kept(mark)`;
  await sql`
    UPDATE sys_recycle
    SET content = jsonb_set(content, '{beside,sys_msg_read}', (SELECT coalesce(jsonb_agg(mark), '[]') FROM ${marks} WHERE NOT ${isTheirs}))
    WHERE target_resource = 'sys/user' AND EXISTS (SELECT FROM ${marks} WHERE ${isTheirs})`.execute(db);
}

/** The current time of the database, whose clock decides who may read. */
async function databaseNow({ db }: Context): Promise<string> {
  const [found] = await readNow.run(db);
  return textOf(found?.now);
}

const readNow = new Statement(() => sql<{ now: string }>`SELECT now() AS now`);
