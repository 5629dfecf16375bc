import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { useEffect, useState } from 'react';
import { draftStore, type Draft } from '@back-office/web/crud/drafts/draft-store.ts';
import type { DraftOffer } from '@back-office/web/crud/drafts/use-record-draft.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { applyChanges, changesBetween } from './grant-changes.ts';
import { grantRecords, readGrantTree, type GrantRecord, type Grants } from './grant-tree.ts';

/** The unsaved changes to be stored. */
interface Kept {
  roleId: string;
  functions: readonly FunctionNode[] | undefined;
  stored: Grants | undefined;
  /** Undefined without changes. */
  edited: Grants | undefined;
  restore: (grants: Grants) => void;
}

/** Stores unsaved ticks in this browser, and offers to restore earlier ones, as changes to the current grants. */
export function useGrantDraft({ roleId, functions, stored, edited, restore }: Kept): { offer: DraftOffer | undefined; forget: () => void } {
  const name = `grants ${roleId}`;
  const [userId] = useState(() => sessionStore.get().userId);
  const [waiting, setWaiting] = useState(() => draftStore.read(userId, name));
  const known = functions !== undefined && stored !== undefined;

  useEffect(() => {
    if (!known || edited === undefined) return;
    const whole = waiting === undefined ? edited : withDraft(functions, edited, waiting);
    if (changesIn(functions, stored, whole).length === 0) return draftStore.remove(userId, name);
    draftStore.write(userId, name, { at: Date.now(), values: { grants: grantRecords(whole) }, base: { grants: grantRecords(stored) } });
  }, [known, functions, stored, edited, waiting, userId, name]);

  const forget = (): void => {
    setWaiting(undefined);
    draftStore.remove(userId, name);
  };
  if (!known || waiting === undefined) return { offer: undefined, forget };
  const now = edited ?? stored;
  const restored = withDraft(functions, now, waiting);
  if (changesIn(functions, now, restored).length === 0) return { offer: undefined, forget };
  return {
    forget,
    offer: {
      at: waiting.at,
      restore: () => {
        setWaiting(undefined);
        restore(restored);
      },
      decline: () => {
        forget();
        // Keeps changes made since.
        if (edited !== undefined) restore(new Map(edited));
      },
    },
  };
}

const changesIn = (functions: readonly FunctionNode[], before: Grants, after: Grants) =>
  changesBetween(nodesOf(functions, grantRecords(before), grantRecords(after)), before, after);

/** The grants with the draft's changes applied. */
function withDraft(functions: readonly FunctionNode[], grants: Grants, { base, values }: Draft): Grants {
  const [before, after] = [recordsIn(base), recordsIn(values)];
  const nodes = nodesOf(functions, before, after);
  return applyChanges(grants, changesBetween(nodes, readGrantTree(functions, before).grants, readGrantTree(functions, after).grants));
}

/** The functions with every permission that either of the two grants, so that one that its page no longer has can be removed. */
const nodesOf = (functions: readonly FunctionNode[], before: readonly GrantRecord[], after: readonly GrantRecord[]) => {
  const words = (id: string): string[] =>
    [...before, ...after].filter((record) => record.id === id).map((record) => record.functionPermission);
  return readGrantTree(
    functions,
    [...before, ...after].map(({ id }) => ({ id, functionPermission: words(id).join(',') })),
  ).nodes;
};

const recordsIn = ({ grants }: Record<string, unknown>): GrantRecord[] =>
  (Array.isArray(grants) ? grants : []).filter(
    (record: Partial<GrantRecord> | null): record is GrantRecord =>
      typeof record?.id === 'string' && typeof record.functionPermission === 'string',
  );
