import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { type msg, msgScopes } from '../msg.ts';

/** A notice to be written. */
export type NoticeRow = CheckedOf<typeof msg>;

/** The resource that a scope's ids refer to; 全部 needs none and ignores its ids. */
const targets: Readonly<Record<string, string>> = {
  [msgScopes.orgs]: 'sys/org',
  [msgScopes.roles]: 'sys/role',
  [msgScopes.people]: 'sys/user',
};

/**
 * The notices to a recipient who does not exist, or is not visible to their author. Only newly added ids are looked up: a recipient
 * deleted since does not block the save.
 */
export async function checkTargetIds(context: Context, checked: readonly NoticeRow[]): Promise<(Issue & { row: number })[]> {
  const added = checked.map(addedTargets);
  const issues: (Issue & { row: number })[] = [];
  for (const target of new Set(added.flatMap((one) => one?.target ?? []))) {
    const resource = context.resourceOf(target);
    const idsOf = (one: (typeof added)[number]): readonly string[] => (one?.target === target ? one.ids : []);
    const { rows } = await sql<{ id: string }>`SELECT given.id FROM unnest(${[...new Set(added.flatMap(idsOf))]}::uuid[]) AS given(id)
      WHERE NOT EXISTS (SELECT FROM ${sql.table(resource.table)} t WHERE t.id = given.id AND ${visible(context, resource, ['sys/msg'])})`.execute(
      context.db,
    );
    const missing = new Set(rows.map(({ id }) => id));
    for (const [row, one] of added.entries())
      if (idsOf(one).some((id) => missing.has(id.toLowerCase())))
        issues.push({ row, field: 'targetIds', message: `接收对象中有不存在的${resource.title}` });
  }
  return issues;
}

/** A check may come before what was posted is known to be right: what is no list of ids is reported by its field. */
function addedTargets({ values, current }: NoticeRow): { target: string; ids: string[] } | undefined {
  const scope: unknown = values.msgScope ?? current?.msgScope;
  const target = typeof scope === 'string' && Object.hasOwn(targets, scope) ? targets[scope] : undefined;
  const known = current !== undefined && scope === current.msgScope ? current.targetIds : [];
  const given: unknown = values.targetIds ?? current?.targetIds;
  return target === undefined
    ? undefined
    : { target, ids: (Array.isArray(given) ? given : []).filter((id) => isId(id) && !known.includes(id)) };
}
