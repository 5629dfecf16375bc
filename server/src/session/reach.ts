import { type RawBuilder, sql } from 'kysely';
import type { SignedIn } from './signed-in.ts';

/** Subqueries of the ids that a person's data scope reaches; they select nothing where no scope names anything. */
export interface Reach {
  readonly orgs: RawBuilder<unknown>;
  readonly people: RawBuilder<unknown>;
}

/** The organisations in a person's data scope, and the people who belong to them. */
export function reachOf(signedIn: Pick<SignedIn, 'userId' | 'scope'>): Reach {
  const orgs = orgsOf(signedIn);
  return { orgs, people: sql`SELECT id FROM sys_user WHERE sys_org_id IN (${orgs})` };
}

function orgsOf({ userId, scope }: Pick<SignedIn, 'userId' | 'scope'>): RawBuilder<unknown> {
  const home = sql`SELECT sys_org_id FROM sys_user WHERE id = ${userId}::uuid AND sys_org_id IS NOT NULL`;
  const parts: RawBuilder<unknown>[] = [];
  if (scope.orgAndBelow) {
    parts.push(sql`(WITH RECURSIVE below(id) AS (
      ${home} UNION SELECT o.id FROM sys_org o JOIN below ON o.parent_id = below.id
    ) SELECT id FROM below)`);
  } else if (scope.org) parts.push(sql`(${home})`);
  if (scope.customRoles.length > 0)
    parts.push(sql`(SELECT target_id FROM sys_role_org WHERE owner_id = ANY(${scope.customRoles}::uuid[]))`);
  return parts.length === 0 ? sql`SELECT NULL::uuid WHERE false` : sql.join(parts, sql` UNION `);
}
