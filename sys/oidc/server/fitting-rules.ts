import { statuses } from '@back-office/contract/status.ts';
import type { Kysely } from 'kysely';
import type { Claims } from '@back-office/server/identity/ways/signed-in-by.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';

/** A rule of a sign-in method, and whether the person's claims match it. */
export interface JudgedRule {
  readonly id: string;
  readonly ruleName: string;
  readonly fits: boolean;
  readonly sysRoleId: string | null;
  readonly sysOrgId: string | null;
  /** The last author, whose rights it is applied with. */
  readonly authorId: string | null;
}

/** The enabled rules of a sign-in method, in order. */
export async function fittingRules(db: Kysely<Tables>, way: string, claims: Claims): Promise<JudgedRule[]> {
  const rules = await db
    .selectFrom('sys_claim_rule')
    .select(['id', 'ruleName', 'claimName', 'claimValue', 'sysRoleId', 'sysOrgId'])
    .select((eb) => eb.fn.coalesce('updateUser', 'createUser').as('authorId'))
    .where('loginMethod', '=', way)
    .where('ruleStatus', '=', statuses.enabled)
    .orderBy('ruleSort', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  return rules.map(({ claimName, claimValue, ...rule }) => ({
    ...rule,
    fits: Object.hasOwn(claims, claimName) && claims[claimName]?.includes(claimValue) === true,
  }));
}
