import { statuses } from '@back-office/contract/status.ts';
import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { inOrder } from '@back-office/web/platform/session/permission-words.ts';

/** A function in the grant tree. */
export interface GrantNode {
  id: string;
  name: string;
  component: string;
  /** Disabled: unusable, granted or not. */
  off: boolean;
  /** The permissions that can be granted here: those that the page has, '' for bare access; none for a mere group. */
  words: readonly string[];
  children: readonly GrantNode[];
}

/** A role's grants: permissions by function id. A function without an entry is not granted. */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>;

/** A permission on a function, which can be granted. */
export interface Slot {
  node: GrantNode;
  word: string;
}

/** A grant in the wire format (docs/wire.md "Specific calls"). */
export interface GrantRecord {
  id: string;
  functionPermission: string;
}

type Listed = FunctionNode & { functionStatus?: string };

const split = (permission: string | null): string[] => (permission ?? '').split(',').filter((word) => word !== '');

/**
 * The tree and the granted permissions in it. A granted permission that its page does not have is shown all the same, so that saving never drops one silently;
 * likewise one of the compared role. A group of granted children needs no grant of its own.
 */
export function readGrantTree(
  functions: readonly FunctionNode[],
  granted: readonly GrantRecord[],
  compared: readonly GrantRecord[] = [],
): { nodes: GrantNode[]; grants: Grants } {
  const heldIn = (records: readonly GrantRecord[]) => new Map(records.map(({ id, functionPermission }) => [id, split(functionPermission)]));
  const [grantedById, comparedById] = [heldIn(granted), heldIn(compared)];
  const grants = new Map<string, ReadonlySet<string>>();
  const nodeOf = (node: Listed): GrantNode => {
    const children = node.sysFunctions.map(nodeOf);
    const own = grantedById.get(node.id);
    const access = own?.length === 0 && children.length === 0 ? [''] : [];
    const known = inOrder([...split(node.functionPermission), ...(own ?? []), ...(comparedById.get(node.id) ?? []), ...access]);
    const ticked = [...(own ?? []), ...access];
    if (ticked.length > 0) grants.set(node.id, new Set(ticked));
    return {
      id: node.id,
      name: node.functionName,
      component: node.functionComponent,
      off: node.functionStatus === statuses.disabled,
      words: known.length === 0 && children.length === 0 ? [''] : known,
      children,
    };
  };
  return { nodes: functions.map(nodeOf), grants };
}

/** All permissions on these functions and their descendants. */
export const slotsOf = (nodes: readonly GrantNode[]): Slot[] =>
  nodes.flatMap((node) => [...node.words.map((word) => ({ node, word })), ...slotsOf(node.children)]);

export const isGranted = (grants: Grants, { node, word }: Slot): boolean => grants.get(node.id)?.has(word) === true;

/** How much of it is granted: `some` is shown as a half-checked parent. */
export function stateOf(grants: Grants, slots: readonly Slot[]): 'all' | 'some' | 'none' {
  const count = slots.filter((slot) => isGranted(grants, slot)).length;
  return count === 0 ? 'none' : count === slots.length ? 'all' : 'some';
}

/** The grants with these permissions added or removed. */
export function withSlots(grants: Grants, slots: readonly Slot[], on: boolean): Grants {
  const next = new Map(grants);
  for (const { node, word } of slots) {
    const words = new Set(next.get(node.id));
    if (on) words.add(word);
    else words.delete(word);
    if (words.size === 0) next.delete(node.id);
    else next.set(node.id, words);
  }
  return next;
}

/** Ticks all of these permissions that may be changed, or unticks them if all are ticked already. */
export function toggled(grants: Grants, slots: readonly Slot[], free: (slot: Slot) => boolean): Grants {
  const open = slots.filter(free);
  return withSlots(
    grants,
    open,
    open.some((slot) => !isGranted(grants, slot)),
  );
}

/** The grants to send: only functions with at least one permission. */
export const grantRecords = (grants: Grants): GrantRecord[] =>
  [...grants].map(([id, words]) => ({ id, functionPermission: inOrder(words).filter(Boolean).join(',') }));

/** The functions whose name matches, with their ancestors and descendants. */
export function matchingNodes(nodes: readonly GrantNode[], matches: (name: string) => boolean): GrantNode[] {
  return nodes.flatMap((node) => {
    if (matches(node.name)) return [node];
    const children = matchingNodes(node.children, matches);
    return children.length === 0 ? [] : [{ ...node, words: [], children }];
  });
}

/** Whether two roles differ in this permission. */
export const differs = (one: Grants, other: Grants, slot: Slot): boolean => isGranted(one, slot) !== isGranted(other, slot);

/** The functions on which two roles differ, with their ancestors. */
export function differing(nodes: readonly GrantNode[], one: Grants, other: Grants): GrantNode[] {
  return nodes.flatMap((node) => {
    const children = differing(node.children, one, other);
    const here = node.words.some((word) => differs(one, other, { node, word }));
    return here || children.length > 0 ? [{ ...node, words: here ? node.words : [], children }] : [];
  });
}
