import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
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
 * Refuses with 40000 a notice to a recipient who does not exist, or is not visible to its author. Only newly added ids are looked
 * up: a recipient deleted since does not block the save.
 */
export async function checkTargetIds(context: Context, checked: readonly NoticeRow[]): Promise<void> {
  const addedIds = new Map<string, Set<string>>();
  for (const { values, current } of checked) {
    const scope = values.msgScope ?? current?.msgScope;
    const target = targets[scope ?? ''];
    const ids = values.targetIds ?? current?.targetIds ?? [];
    const known = current !== undefined && scope === current.msgScope ? current.targetIds : [];
    if (target === undefined) continue;
    const set = addedIds.get(target) ?? new Set();
    addedIds.set(target, set);
    for (const id of ids) if (!known.includes(id)) set.add(id);
  }
  for (const [target, ids] of addedIds) {
    const resource = context.resourceOf(target);
    const { rows } = await sql<{ found: number }>`SELECT count(*) AS found FROM ${sql.table(resource.table)} t
      WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${visible(context, resource, ['sys/msg'])}`.execute(context.db);
    if ((rows[0]?.found ?? 0) < ids.size) throw refusedField('targetIds', `接收对象中有不存在的${resource.title}`);
  }
}
