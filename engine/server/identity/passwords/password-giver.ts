import { sql } from 'kysely';
import { exceedsRightsOf, type Judging } from '../rights/grantable.ts';
import { systemIds } from '../system-ids.ts';

/** Selects from `sys_user` who set this person's password for them; null if they chose it, or whoever set it is an administrator. */
export const passwordGiver = sql<string | null>`
  CASE WHEN NOT EXISTS (SELECT FROM sys_user g JOIN sys_user_role r ON r.owner_id = g.id AND r.target_id = ${systemIds.adminRole}::uuid
    WHERE g.id = sys_user.password_giver) THEN password_giver END`.as('passwordGiver');

/**
 * Why a password is refused though it is right: somebody else set it, and may know it, and its owner has rights by now that they lack
 * (docs/decisions/0105-passwords-set-by-others.md). Undefined for any other. The account admin can always sign in.
 */
export async function passwordGiverIssue(
  judging: Judging,
  { id, passwordGiver: giver }: { id: string; passwordGiver: string | null },
): Promise<string | undefined> {
  if (giver === null || giver === id || id === systemIds.adminUser || !(await exceedsRightsOf(judging, id, giver))) return undefined;
  return '密码由他人设置，此后权限有变：请用邮件重置密码，或联系管理员';
}
