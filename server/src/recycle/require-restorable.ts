import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { requireGrantableRoles } from '../session/grantable.ts';

/** Roles whose rights come back into play when records of that resource do. */
const rolesAtStake: Readonly<Record<string, (ids: readonly string[]) => RawBuilder<{ id: string }>>> = {
  'sys/role': (ids) => sql`SELECT id FROM sys_role WHERE id = ANY(${ids}::uuid[])`,
  'sys/user': (ids) => sql`SELECT target_id AS id FROM sys_user_role WHERE owner_id = ANY(${ids}::uuid[])`,
  'sys/function': (ids) => sql`SELECT sys_role_id AS id FROM sys_role_function WHERE sys_function_id = ANY(${ids}::uuid[])`,
};

/** Refuses with 40300 when restored records give anyone rights that the user lacks: as if he granted them now. */
export async function requireRestorable(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  const { rows = [] } = (await rolesAtStake[resource.name]?.(ids).execute(context.db)) ?? {};
  await requireGrantableRoles(context, [...new Set(rows.map(({ id }) => id))]);
}
