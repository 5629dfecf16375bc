import { userStatuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { systemIds } from '../system-ids.ts';
import { effectiveRightsOf, holdsWord, readRightsSnapshot } from './effective-rights.ts';

/** What is asked of people: a permission on a resource, and where. */
interface Asked {
  readonly resource: string;
  /** Such as `edit`, or a word of the menu's. */
  readonly permission: string;
  /**
   * The organisation of the record that they are to do it with: only those whose data scope takes in all of that organisation are
   * given. Null for a record of none, which 全部 alone takes in; absent where it does not matter.
   */
  readonly orgId?: string | null;
  /** Of whom it is asked; of everybody when absent. */
  readonly among?: readonly string[];
}

/** Nobody: everybody who is asked for may be given. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The ids of the people who may do something at this moment, to tell them of it: accounts that are enabled, by roles that are. Three
 * statements, however many there are. Whether they still may is asked again when they do it.
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
  const at = await readRightsSnapshot(db, nobody, { who, byPerson: true, roles: [] });
  const may = at.holders.filter((holder) => {
    const { all, on } = effectiveRightsOf(holder, at);
    const { words, reach } = on.get(resource) ?? { words: [], reach: { all: false, orgs: new Set<string>() } };
    return all || (holdsWord(words, permission) && (orgId === undefined || reach.all || (orgId !== null && reach.orgs.has(orgId))));
  });
  return may.map(({ key }) => key).toSorted();
}
