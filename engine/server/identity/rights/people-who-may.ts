import { userStatuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import { noId } from '../../platform/database/no-id.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { systemIds } from '../system-ids.ts';
import { effectiveRightsOf, includesPermission, readRightsSnapshot } from './effective-rights.ts';
import { allOrgs, type OrgSet } from './org-sets.ts';

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

/**
 * The ids of the people who may currently do something, in order to notify them: enabled accounts, through enabled
 * roles. Three statements, however many people there are. Their right is checked again when they act.
 * @example
 * export async function askForPayment(db: Kysely<Tables>, title: string, orgId: string) {
 *   const targets = await peopleWhoMay(db, { resource: 'acme/agreement', permission: 'approve', orgId });
 *   if (targets.length > 0) await publishNotice(db, { title, content: '<p>请审批。</p>', scope: '用户', targets });
 * }
 */
export async function peopleWhoMay(db: Kysely<Tables>, { orgId, ...asked }: Asked): Promise<string[]> {
  const reaches = [...(await reachOfPeopleWhoMay(db, asked))];
  const allowed = reaches.filter(([, { all, orgs }]) => orgId === undefined || all || (orgId !== null && orgs.has(orgId)));
  return allowed.map(([id]) => id).toSorted();
}

/** The same, each with the organisations on whose records they may do it, in three statements too. */
export async function reachOfPeopleWhoMay(
  db: Kysely<Tables>,
  { resource, permission, among }: Omit<Asked, 'orgId'>,
): Promise<ReadonlyMap<string, OrgSet>> {
  const who = sql`u.user_status = ${sql.lit(userStatuses.enabled)} AND (${among === undefined} OR u.id = ANY(${among ?? []}::uuid[])) AND EXISTS (
    SELECT FROM sys_user_role ur LEFT JOIN sys_role_function g ON g.sys_role_id = ur.target_id LEFT JOIN sys_function f ON f.id = g.sys_function_id
    WHERE ur.owner_id = u.id AND (ur.target_id = ${systemIds.adminRole}::uuid OR f.function_component = ${resource} OR f.function_component LIKE ${`${resource}/%`}))`;
  // Of no caller.
  const snapshot = await readRightsSnapshot(db, noId, { who, byPerson: true, roles: [] });
  return new Map(
    snapshot.holders.flatMap((holder): [string, OrgSet][] => {
      const { all, on } = effectiveRightsOf(holder, snapshot);
      if (all) return [[holder.key, allOrgs]];
      const held = on.get(resource);
      return held !== undefined && includesPermission(held.words, permission) ? [[holder.key, held.reach]] : [];
    }),
  );
}
