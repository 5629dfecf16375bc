import { type GrantNode, type Grants, isGranted, withSlots } from './grant-tree.ts';

/** The changes to one function. */
export interface GrantChange {
  node: GrantNode;
  /** The function's name after those of its ancestors. */
  path: string;
  added: string[];
  removed: string[];
}

/** The permissions ticked and unticked, function by function in the tree's order. */
export function changesBetween(nodes: readonly GrantNode[], before: Grants, after: Grants, above: readonly string[] = []): GrantChange[] {
  return nodes.flatMap((node) => {
    const path = [...above, node.name];
    const beneath = changesBetween(node.children, before, after, path);
    const changed = node.words.filter((word) => isGranted(before, { node, word }) !== isGranted(after, { node, word }));
    if (changed.length === 0) return beneath;
    const added = changed.filter((word) => isGranted(after, { node, word }));
    return [{ node, path: path.join(' / '), added, removed: changed.filter((word) => !added.includes(word)) }, ...beneath];
  });
}

/** Applies these changes to the grants, and keeps what somebody else granted meanwhile. */
export const applyChanges = (grants: Grants, changes: readonly GrantChange[]): Grants =>
  changes.reduce((next, { node, added, removed }) => {
    const slots = (words: string[]) => words.map((word) => ({ node, word }));
    return withSlots(withSlots(next, slots(added), true), slots(removed), false);
  }, grants);
