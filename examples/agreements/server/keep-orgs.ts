import { statuses } from 'back-office/contract';
import { type Context, Refusal, type Wraps } from 'back-office/server';
import { sql } from 'kysely';
import { states } from '../agreement.ts';

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

async function refuseWithAgreements({ db }: Context, ids: readonly string[], doing: string): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT o.org_name AS name, count(*)::int AS count FROM acme_agreement a JOIN sys_org o ON o.id = a.sys_org_id
    WHERE o.id = ANY(${ids}::uuid[]) AND a.agreement_state = ${states.live} GROUP BY o.org_name ORDER BY o.org_name`.execute(db);
  const [first] = rows;
  if (first !== undefined)
    throw new Refusal('conflict', { message: `机构“${first.name}”还有 ${first.count} 份生效的合同，不能${doing}，请先终止` });
}
