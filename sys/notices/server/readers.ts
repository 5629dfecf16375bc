import { statuses, userStatuses } from '@back-office/contract/status.ts';
import type { NoticeReader, NoticeReaders } from '../own-notices.ts';
import type { RowOf } from '@back-office/contract/resource/row.ts';
import { type msg, msgScopes } from '../msg.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { noticeShapes } from './notice-shapes.ts';

/** The conditions for `state`, on the marker `r`. */
const states = {
  unread: sql`r.read_time IS NULL`,
  read: sql`r.read_time IS NOT NULL`,
  unconfirmed: sql`r.confirm_time IS NULL`,
  confirmed: sql`r.confirm_time IS NOT NULL`,
};

/** A notice as it is stored. */
export type Notice = RowOf<typeof msg>;
/** The recipients of a notice. */
export type Addressing = Row<'sys_msg', 'msgScope' | 'targetIds'>;

/** The SQL condition on the user `t`: the notice is addressed to them, whether they can sign in or not, and whether their roles are enabled or not. */
export const isAddressed = (notice: Addressing): RawBuilder<unknown> => addressed(notice, sql`true`);

/** Likewise, by roles `r` of this kind. */
function addressed(notice: Addressing, roles: RawBuilder<unknown>): RawBuilder<unknown> {
  const targets = sql`${notice.targetIds}::uuid[]`;
  const scope: Readonly<Record<string, RawBuilder<unknown>>> = {
    [msgScopes.everyone]: sql`true`,
    [msgScopes.orgs]: sql`t.sys_org_id IN (WITH RECURSIVE below(id) AS (
      SELECT unnest(${targets}) UNION SELECT o.id FROM sys_org o JOIN below ON o.parent_id = below.id) SELECT id FROM below)`,
    [msgScopes.roles]: sql`t.id IN (SELECT ur.owner_id FROM sys_user_role ur JOIN sys_role r ON r.id = ur.target_id
      WHERE r.id = ANY(${targets}) AND ${roles})`,
    [msgScopes.people]: sql`t.id = ANY(${targets})`,
  };
  return scope[notice.msgScope] ?? sql`false`;
}

/** Likewise: the notice is addressed to them now, not by a disabled role, and they can sign in. */
export const isRecipient = (notice: Addressing): RawBuilder<unknown> =>
  sql`(t.user_status = ${sql.lit(userStatuses.enabled)} AND ${addressed(notice, sql`r.role_status = ${sql.lit(statuses.enabled)}`)})`;

/** GET msg/readers/{id}: who has read the notice and who has not, of the people in the caller's data scope. */
export async function readersOf(context: Context, notice: Notice, query: Readonly<Record<string, unknown>>): Promise<NoticeReaders> {
  const { index, limit, state } = readAs(noticeShapes.readers.query, query);
  const stateCondition = state === undefined ? sql`true` : states[state];
  const people = sql`sys_user t LEFT JOIN sys_msg_read r ON r.sys_user_id = t.id AND r.sys_msg_id = ${notice.id}::uuid
    WHERE ${isRecipient(notice)} AND ${visible(context, context.resourceOf('sys/user'), ['sys/msg'])}`;
  const { rows: counts } = await sql<Omit<NoticeReaders, 'items'>>`
    SELECT count(*) FILTER (WHERE ${stateCondition}) AS total, count(*) AS addressed, count(r.read_time) AS read, count(r.confirm_time) AS confirmed
    FROM ${people}`.execute(context.db);
  const { rows: items } = await sql<NoticeReader>`
    SELECT t.id, t.user_account, t.user_name, (SELECT org_name FROM sys_org o WHERE o.id = t.sys_org_id) AS sys_org_id_label,
      CASE WHEN r.read_time IS NULL THEN '否' ELSE '是' END AS is_read, r.read_time, r.confirm_time
    FROM ${people} AND ${stateCondition} ORDER BY r.read_time DESC NULLS LAST, t.user_account, t.id LIMIT ${limit} OFFSET ${index * limit}`.execute(
    context.db,
  );
  return { items, total: 0, addressed: 0, read: 0, confirmed: 0, ...counts[0] };
}
