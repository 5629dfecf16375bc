import { statuses } from 'back-office/contract';
import { type Context, Refusal, visible, type Wraps } from 'back-office/server';
import { sql } from 'kysely';
import { agreement, states } from '../agreement.ts';

/** An organisation with live agreements cannot be deleted or disabled. */
export const keepOrgs: Wraps = {
  write: (next) => async (context, resource, checked) => {
    const disabled = checked.filter(({ values, current }) => current !== undefined && values['orgStatus'] === statuses.disabled);
    await refuseWithAgreements(
      context,
      disabled.map(({ id }) => id),
      '停用',
    );
    return next(context, resource, checked);
  },
  remove: (next) => async (context, resource, ids) => {
    await refuseWithAgreements(context, ids, '删除');
    return next(context, resource, ids);
  },
};

/** Counts those that the person sees, and says that there are others. */
async function refuseWithAgreements(context: Context, ids: readonly string[], doing: string): Promise<void> {
  const { rows } = await sql<{ name: string; count: number; total: number }>`
    SELECT o.org_name AS name, count(*) FILTER (WHERE ${visible(context, agreement)})::int AS count, count(*)::int AS total
    FROM acme_agreement t JOIN sys_org o ON o.id = t.sys_org_id
    WHERE o.id = ANY(${ids}::uuid[]) AND t.agreement_state = ${states.live} GROUP BY o.org_name ORDER BY o.org_name`.execute(context.db);
  const [first] = rows;
  if (first === undefined) return;
  const count = `${first.count} 份生效的合同${first.total > first.count ? '（另有数据范围之外的）' : ''}`;
  throw new Refusal('conflict', { message: `机构“${first.name}”还有 ${count}，不能${doing}，请先终止` });
}
