import type { LevelsAnswer } from '@back-office/contract/calls/tree-page.ts';
import { limits } from '@back-office/contract/limits.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { request } from '../../platform/request/request.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { growForest } from './grow-forest.ts';
import { type ListState, listQuery } from './list-state.ts';
import { type ShownRow, shownRows } from './shown-rows.ts';

/** The rows of a tree, each after its parent. */
export function flattenTree(resource: Resource, items: readonly AnyRow[]): readonly ShownRow[] {
  const { roots, beneath } = growForest(items, parentFieldOf(resource) ?? '');
  return shownRows({ rows: roots, levels: beneath, expanded: [...beneath.keys()] });
}

/** Reads a tree with all of its levels; rejects with a message for the person if it has more than `most` records. */
export async function readWholeTree(resource: Resource, state: ListState, most: number): Promise<readonly ShownRow[]> {
  const query = [...listQuery({ ...state, index: 0, limit: most }), ['depth', String(limits.treeDepth)] satisfies [string, string]];
  const whole = await request<LevelsAnswer<AnyRow>>(`/api/${resource.name}/select-levels`, { query, quiet: true });
  // Records were added meanwhile, or there are more than fit into one answer.
  if (whole.more || whole.items.length > most) throw new Error(`超过 ${grouped(most)} 条，请改用“导出”`);
  return flattenTree(resource, whole.items);
}
