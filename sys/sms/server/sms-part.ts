import { type sms, smsStatuses } from '../sms.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import type { Resource, WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { plainPhone } from '../sms-text.ts';
import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import type { Checked, CheckedOf } from '@back-office/server/crud/checked.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { refused, refusedRows } from '@back-office/server/platform/http/refusal.ts';
import type { SmsSettings } from '@back-office/server/platform/sms-settings.ts';
import { countToday } from './daily-limit.ts';
import { isMobile } from './is-mobile.ts';
import { wakeSender } from './sms-jobs.ts';
import { smsRoutes } from './sms-routes.ts';
import { inSeconds } from '@back-office/server/platform/database/now.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';

/** A message to be written. */
type SmsRow = CheckedOf<typeof sms>;

/** How long a typed message can still be changed or deleted; messages queued by `send` are sent at once. */
const graceSeconds = 10;

/** Text messages: saving sends them; messages being sent, or sent, cannot be changed. */
export function smsPart(settings: SmsSettings): ResourcePart {
  return {
    operations: {
      guard: (_context, _resource, checked: readonly SmsRow[]) => Promise.resolve(smsIssues(checked)),
      write: (context, resource: WithFieldsOf<typeof sms>, checked: readonly SmsRow[]) => writeSms(context, resource, checked, settings),
      remove: removeSms,
    },
    routes: (app, parts) => smsRoutes(app, parts, settings),
  };
}

async function writeSms(
  context: Context,
  resource: WithFieldsOf<typeof sms>,
  checked: readonly SmsRow[],
  settings: SmsSettings,
): Promise<RecordOf<typeof sms>[]> {
  const issues = smsIssues(checked);
  if (issues.length > 0) throw refusedRows(issues, checked);
  const sending = await beingSent(
    context,
    resource,
    checked.flatMap(({ current }) => current?.id ?? []),
  );
  const claimed = checked.flatMap(({ id }, row) => (sending.has(id) ? [{ row, ...isSending }] : []));
  if (claimed.length > 0) throw refusedRows(claimed, checked);
  const phoneOf = ({ values, current }: SmsRow): string => plainPhone(values.smsPhone ?? current?.smsPhone ?? '');
  const reached = checked
    .map((row, at) => ({ at, row }))
    .filter(({ row }) => row.current === undefined || phoneOf(row) !== plainPhone(row.current.smsPhone));
  const may = await countToday(
    context.db,
    context.user.userId,
    reached.map(({ row }) => phoneOf(row)),
    settings,
  );
  const over = reached.filter((_, place) => may[place] === false);
  if (over.length > 0) {
    const message = `这个号码今天已有 ${settings.perNumber} 条短信，不能再发`;
    throw refusedRows(
      over.map(({ at }) => ({ row: at, field: 'smsPhone', message })),
      checked,
    );
  }
  const rows = await writeAll(context, resource, checked);
  const ids = rows.map(({ id }) => id);
  await context.db
    .updateTable('sys_sms')
    .set({ runTime: inSeconds(graceSeconds) })
    .where('id', '=', anyOf(ids))
    .execute();
  await wakeSender(context.db, graceSeconds);
  return rows;
}

/** Messages that can no longer be changed, and unreachable numbers; an unchanged number is left to the sender. */
const smsIssues = (checked: readonly SmsRow[]): (Issue & { row: number })[] =>
  checked.flatMap((message, row) => {
    const { values, current } = message;
    if (current !== undefined && current.smsStatus !== smsStatuses.waiting && changesIt(message))
      return [{ row, field: 'smsStatus', message: '只有待发送的短信可以修改' }];
    const { smsPhone } = values;
    return typeof smsPhone === 'string' && smsPhone !== current?.smsPhone && !isMobile(smsPhone)
      ? [{ row, field: 'smsPhone', message: '手机号应为大陆手机号，或带国家代码的境外手机号，例如 +85291234567' }]
      : [];
  });

const changesIt = ({ values, current }: Checked): boolean => Object.entries(values).some(([name, value]) => value !== current?.[name]);

async function removeSms(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  if ((await beingSent(context, resource, ids)).size > 0) throw refused([isSending]);
  await remove(context, resource, ids);
}

const isSending: Issue = { field: 'smsStatus', message: '短信正在发送，请稍后再试' };

/** Those of the messages that are with the provider, and cannot be changed meanwhile, as their outcome must still be written. Locks all of them. */
async function beingSent(context: Context, resource: Resource, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Row<'sys_sms', 'id'> & { claimed: boolean }>`
    SELECT t.id, t.claim_token IS NOT NULL AS claimed FROM sys_sms t WHERE t.id = ANY(${ids}::uuid[]) AND ${visible(context, resource)}
    ORDER BY t.id FOR UPDATE OF t`.execute(context.db);
  return new Set(rows.flatMap(({ id, claimed }) => (claimed ? id : [])));
}
