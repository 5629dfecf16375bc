import { isId } from '@back-office/contract/resource/field-schema.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { visible } from '../crud/visible.ts';

/** The record that a file is attached to. */
export interface Owner {
  readonly otcType: string | null;
  readonly otcId: string | null;
}

export type ReachFor = 'read' | 'change';

/** By resource name, decides whether a user reaches a record although their permissions or data scope do not include it. */
export type RecordReach = Readonly<Record<string, (context: Context, id: string, what: ReachFor) => Promise<boolean> | boolean>>;

/** True if the owner is a record of this system; a file of any other owner belongs to its uploader alone. */
export const isKnownRecord = ({ resources }: Pick<Context, 'resources'>, { otcType, otcId }: Owner): boolean =>
  isId(otcId) && resources.some(({ name }) => name === otcType);

/**
 * Whether the user may read the files of a record, which needs the permission to read the record; or change them, which needs the permission to edit
 * it, or to add it if they did. The resource's data scope applies. A record to be changed is locked against deletion until the transaction ends.
 */
export async function reachesRecord(context: Context, owner: Owner, what: ReachFor, more: RecordReach): Promise<boolean> {
  const { otcType, otcId } = owner;
  if (otcType === null || otcId === null || !isKnownRecord(context, owner)) return false;
  const resource = context.resourceOf(otcType);
  const { rights, userId } = context.user;
  const mustBeCreator = what === 'change' && !may(rights, otcType, 'edit');
  if (may(rights, otcType, what === 'read' ? 'read' : mustBeCreator ? 'add' : 'edit')) {
    const stays = what === 'change' && resource.operations.includes('delete') ? sql`FOR KEY SHARE OF t` : sql``;
    const { rows } = await sql`
      SELECT FROM ${sql.table(resource.table)} t WHERE t.id = ${otcId}::uuid AND ${visible(context, resource)}
        AND ${mustBeCreator ? sql`t.create_user = ${userId}::uuid` : sql`true`} ${stays}`.execute(context.db);
    if (rows.length > 0) return true;
  }
  return (await more[otcType]?.(context, otcId.toLowerCase(), what)) ?? false;
}
