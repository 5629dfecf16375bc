import { userStatuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { systemIds } from '../system-ids.ts';
import { effectiveRightsOf, includesPermission, readRightsSnapshot } from './effective-rights.ts';

/** The permission that people are searched by: on which resource, and where. */
interface Asked {
  readonly resource: string;
  /** For example `edit`, or a permission word from the menu. */
  readonly permission: string;
  /**
   * The organisation of the record that they are to act on: only people whose data scope includes all of that
   * organisation are returned. Null for a record without one, which only 全部 includes; absent if it does not matter.
   */
  readonly orgId?: string | null;
  /** The people to choose from; everybody if absent. */
  readonly among?: readonly string[];
}

/** The id of no person: the snapshot then includes no caller. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The ids of the people who may currently do something, in order to notify them: enabled accounts, through enabled
 * roles. Three statements, however many people there are. Their right is checked again when they act.
 * @example
 * export async function askForPayment(db: Kysely<Tables>, title: string, orgId: string) {
 *   const targets = await peopleWhoMay(db, { resource: 'acme/agreement', permission: 'approve', orgId });
 *   if (targets.length > 0) await publishNotice(db, { title, content: '<p>请审批。</p>', scope: '用户', targets });
 * }
 */
export async function peopleWhoMay(db: Kysely<Tables>, { resource, permission, orgId, among }: Asked): Promise<string[]> {
  const who = sql`u.user_status = ${sql.lit(userStatuses.enabled)} AND (${among === undefined} OR u.id = ANY(${among ?? []}::uuid[])) AND EXISTS (
    SELECT FROM sys_user_role ur LEFT JOIN sys_role_function g ON g.sys_role_id = ur.target_id LEFT JOIN sys_function f ON f.id = g.sys_function_id
    WHERE ur.owner_id = u.id AND (ur.target_id = ${systemIds.adminRole}::uuid OR f.function_component = ${resource} OR f.function_component LIKE ${`${resource}/%`}))`;
  const snapshot = await readRightsSnapshot(db, nobody, { who, byPerson: true, roles: [] });
  const allowed = snapshot.holders.filter((holder) => {
    const { all, on } = effectiveRightsOf(holder, snapshot);
    const { words, reach } = on.get(resource) ?? { words: [], reach: { all: false, orgs: new Set<string>() } };
    return (
      all || (includesPermission(words, permission) && (orgId === undefined || reach.all || (orgId !== null && reach.orgs.has(orgId))))
    );
  });
  return allowed.map(({ key }) => key).toSorted();
}
