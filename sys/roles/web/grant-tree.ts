import { statuses } from '@back-office/contract/status.ts';
import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { inOrder } from '@back-office/web/platform/session/permission-words.ts';

/** A function as something that can be granted. */
export interface GrantNode {
  id: string;
  name: string;
  component: string;
  /** Disabled: granted or not, nobody reaches it. */
  off: boolean;
  /** What can be granted here: the permissions that the page knows, '' for bare access; nothing at a mere container. */
  words: readonly string[];
  children: readonly GrantNode[];
}

/** What a role is granted: permissions by function id. A function without an entry is not granted. */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>;

/** One thing that can be granted: a permission on a function. */
export interface Slot {
  node: GrantNode;
  word: string;
}

/** A grant as it travels (docs/wire.md "Specific calls"). */
export interface GrantRecord {
  id: string;
  functionPermission: string;
}

type Listed = FunctionNode & { functionStatus?: string };

const split = (permission: string | null): string[] => (permission ?? '').split(',').filter((word) => word !== '');

/**
 * The tree to tick, and what of it is ticked. A permission that was granted without being known to its page is shown
 * all the same, so that saving loses nothing in silence; so is one of the role that it is compared with. A container of granted children needs no grant of its own.
 */
export function readGrantTree(
  functions: readonly FunctionNode[],
  granted: readonly GrantRecord[],
  compared: readonly GrantRecord[] = [],
): { nodes: GrantNode[]; grants: Grants } {
  const heldIn = (records: readonly GrantRecord[]) => new Map(records.map(({ id, functionPermission }) => [id, split(functionPermission)]));
  const [held, others] = [heldIn(granted), heldIn(compared)];
  const grants = new Map<string, ReadonlySet<string>>();
  const nodeOf = (node: Listed): GrantNode => {
    const children = node.sysFunctions.map(nodeOf);
    const own = held.get(node.id);
    const access = own?.length === 0 && children.length === 0 ? [''] : [];
    const known = inOrder([...split(node.functionPermission), ...(own ?? []), ...(others.get(node.id) ?? []), ...access]);
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

/** Everything that can be granted on these functions and all below them. */
export const slotsOf = (nodes: readonly GrantNode[]): Slot[] =>
  nodes.flatMap((node) => [...node.words.map((word) => ({ node, word })), ...slotsOf(node.children)]);

export const isGranted = (grants: Grants, { node, word }: Slot): boolean => grants.get(node.id)?.has(word) === true;

/** How much of it is granted: a half-checked parent stands for `some`. */
export function stateOf(grants: Grants, slots: readonly Slot[]): 'all' | 'some' | 'none' {
  const count = slots.filter((slot) => isGranted(grants, slot)).length;
  return count === 0 ? 'none' : count === slots.length ? 'all' : 'some';
}

/** The grants with these slots ticked or not. */
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

/** Ticks all of these slots that may be changed, or unticks them where they are all ticked already. */
export function toggled(grants: Grants, slots: readonly Slot[], free: (slot: Slot) => boolean): Grants {
  const open = slots.filter(free);
  return withSlots(
    grants,
    open,
    open.some((slot) => !isGranted(grants, slot)),
  );
}

/** What is sent: functions with something granted on them, and no others. */
export const grantRecords = (grants: Grants): GrantRecord[] =>
  [...grants].map(([id, words]) => ({ id, functionPermission: inOrder(words).filter(Boolean).join(',') }));

/** The functions whose name is found, with the way to them and all below them. */
export function found(nodes: readonly GrantNode[], matches: (name: string) => boolean): GrantNode[] {
  return nodes.flatMap((node) => {
    if (matches(node.name)) return [node];
    const children = found(node.children, matches);
    return children.length === 0 ? [] : [{ ...node, words: [], children }];
  });
}

/** Whether two roles differ in it. */
export const differs = (one: Grants, other: Grants, slot: Slot): boolean => isGranted(one, slot) !== isGranted(other, slot);

/** The functions on which two roles differ, with the way to them. */
export function differing(nodes: readonly GrantNode[], one: Grants, other: Grants): GrantNode[] {
  return nodes.flatMap((node) => {
    const children = differing(node.children, one, other);
    const here = node.words.some((word) => differs(one, other, { node, word }));
    return here || children.length > 0 ? [{ ...node, words: here ? node.words : [], children }] : [];
  });
}
