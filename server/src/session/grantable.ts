import { may } from '@back-office/contract/resource/permission.ts';
import { resourceOfPage } from '@back-office/contract/resource/rights-of.ts';
import { type Kysely, sql } from 'kysely';
import { systemIds } from '../database/seed/system-ids.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../http/refusal.ts';
import { scopeOf } from './data-scope.ts';
import type { SignedIn } from './signed-in.ts';

interface Giver {
  readonly db: Kysely<Tables>;
  readonly user: SignedIn;
}

const denied = (message: string): Refusal => new Refusal('notPermitted', { message });

/** Nobody changes the role admin; and who is no administrator changes no role that he holds himself (issue 3, roles). */
export async function requireTouchableRoles({ db, user }: Giver, roleIds: readonly string[]): Promise<void> {
  if (roleIds.includes(systemIds.adminRole)) throw denied('不能修改管理员角色');
  if (user.rights.all || roleIds.length === 0) return;
  const { rows } = await sql`SELECT FROM sys_user_role WHERE owner_id = ${user.userId} AND target_id = ANY(${roleIds}::uuid[])`.execute(db);
  if (rows.length > 0) throw denied('不能修改自己拥有的角色');
}

/** What is said of a data scope that reaches further than the giver's own. */
export const beyondScope = '不能授予超出自己的数据范围';

/** Whether a person may give this data scope: it reaches no further than his own. */
export function holdsScope(user: Pick<SignedIn, 'rights' | 'scopes'>, dataScope: string): boolean {
  const scope = scopeOf(user, ...user.scopes.flatMap(({ resources }) => resources));
  const held: Record<string, boolean> = {
    全部: scope.all,
    本机构及下级: scope.all || scope.orgAndBelow,
    本机构: scope.all || scope.orgAndBelow || scope.org,
  };
  return held[dataScope] !== false;
}

/** Nobody grants a permission on a function that he lacks; words on a page of no resource only an administrator grants. */
export function requireOwnPermissions({ user }: Pick<Giver, 'user'>, grants: readonly { component: string; permission: string }[]): void {
  if (user.rights.all) return;
  for (const { component, permission } of grants) {
    const resource = resourceOfPage(component);
    const lacking = permission.split(',').filter((word) => word !== '' && (resource === undefined || !may(user.rights, resource, word)));
    if (lacking.length > 0) throw denied(`不能授予自己没有的权限：${lacking.join('、')}`);
  }
}

/** Nobody hands out roles whose permissions or data scope he lacks, nor takes over a person who holds such a role. */
export async function requireGrantableRoles(giver: Giver, roleIds: readonly string[]): Promise<void> {
  if (giver.user.rights.all || roleIds.length === 0) return;
  if (roleIds.includes(systemIds.adminRole)) throw denied('不能授予自己没有的角色');
  const { rows } = await sql<{ dataScope: string; component: string | null; permission: string | null }>`
    SELECT r.data_scope, f.function_component AS component, g.function_permission AS permission
    FROM sys_role r LEFT JOIN sys_role_function g ON g.sys_role_id = r.id LEFT JOIN sys_function f ON f.id = g.sys_function_id
    WHERE r.id = ANY(${roleIds}::uuid[])`.execute(giver.db);
  for (const { dataScope, component, permission } of rows) {
    if (!holdsScope(giver.user, dataScope)) throw denied(beyondScope);
    requireOwnPermissions(giver, [{ component: component ?? '', permission: permission ?? '' }]);
  }
}
