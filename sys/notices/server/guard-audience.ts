import { userStatuses } from '@back-office/contract/status.ts';
import { msgScopes, msgStatuses } from '../msg.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { seesAll, visible } from '@back-office/server/crud/visible.ts';
import type { Refusal as Issues } from '@back-office/contract/envelope.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { RightsChange } from '@back-office/server/identity/rights/affected-rights.ts';
import { isAddressed, type Addressing } from './readers.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';

/** References from notices to people and organisations. */
const from = ['sys/msg'];

/**
 * Nobody may address people outside their data scope (docs/wire.md "Specific calls"). Checks the written or restored notices that are published after
 * the write, whoever published them first. Call it before the write and the returned function afterwards, as with `guardEscalation`; refuses with
 * 40300.
 */
export async function guardAudience(context: Context, rows: readonly RightsChange[]): Promise<() => Promise<void>> {
  return async () => {
    if (seesAll(context, context.resourceOf('sys/user'), from)) return;
    const published = await context.db
      .selectFrom('sys_msg')
      .select(['msgScope', 'targetIds'])
      .where('id', '=', anyOf(rows.map(({ id }) => id)))
      .where('msgStatus', '=', msgStatuses.published)
      .execute();
    for (const notice of published) {
      const beyond = await whoIsBeyond(context, notice);
      if (beyond === undefined) continue;
      const message = `不能向自己数据范围之外的${beyond}发布通知`;
      const field = notice.msgScope === msgScopes.everyone ? 'msgScope' : 'targetIds';
      // For the form of this notice; of several only the message says it.
      throw new Refusal('notPermitted', {
        message,
        ...(rows.length === 1 ? { data: { fields: [{ field, message }] } satisfies Issues } : {}),
      });
    }
  };
}

/** Those whom the publisher does not reach, if any: disabled people are in no list of readers, so that the answer mentions them if there are no others. */
async function whoIsBeyond(context: Context, notice: Addressing): Promise<'人' | '人（含停用的人）' | undefined> {
  if (notice.msgScope === msgScopes.everyone) return '人';
  const hidden = (resource: string): RawBuilder<unknown> => sql`(${visible(context, context.resourceOf(resource), from)}) IS NOT TRUE`;
  // An organisation without people now may have some later, while the notice is still readable.
  const orgs = notice.msgScope === msgScopes.orgs ? notice.targetIds : [];
  // Nor do disabled people stay so.
  const { rows } = await sql<{ isDisabled: boolean }>`
    SELECT t.user_status = ${sql.lit(userStatuses.disabled)} AS is_disabled FROM sys_user t WHERE ${isAddressed(notice)} AND ${hidden('sys/user')}
    UNION ALL SELECT false FROM sys_org t WHERE t.id IN (
      WITH RECURSIVE below(id) AS (SELECT unnest(${orgs}::uuid[]) UNION SELECT o.id FROM sys_org o JOIN below ON o.parent_id = below.id)
      SELECT id FROM below) AND ${hidden('sys/org')}
    ORDER BY is_disabled LIMIT 1`.execute(context.db);
  const [first] = rows;
  return first && (first.isDisabled ? '人（含停用的人）' : '人');
}
