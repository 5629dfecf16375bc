import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { DraftOffer } from '../../drafts/use-record-draft.ts';
import { newKey } from '../../request/new-key.ts';
import { request } from '../../request/request.ts';
import { applyChanges, changesBetween, type GrantChange } from './grant-changes.ts';
import { grantRecords, readGrantTree, type GrantNode, type GrantRecord, type Grants, type Slot, toggled } from './grant-tree.ts';
import { useGrantDraft } from './use-grant-draft.ts';

interface GrantEditor {
  nodes: readonly GrantNode[];
  grants: Grants;
  /** What is stored, as far as we know. */
  stored: Grants;
  changes: readonly GrantChange[];
  toggle: (slots: readonly Slot[], free: (slot: Slot) => boolean) => void;
  reset: () => void;
  /** Ticks of before that were never saved. */
  offer: DraftOffer | undefined;
  /** Throws away the draft on this machine. */
  forget: () => void;
  save: () => Promise<void>;
}

interface GrantLoad {
  editor: GrantEditor | undefined;
  error: Error | null;
  retry: () => void;
}

/** The function tree with what the role is granted, and the changes made to it that are not saved yet. */
export function useGrants(roleId: string): GrantLoad {
  const queries = useQueryClient();
  const functions = useQuery({
    queryKey: ['sys/function', 'select-functions'],
    queryFn: ({ signal }) => request<FunctionNode[]>('/api/sys/function/select-functions', { signal, quiet: true }),
  });
  // Under the resource's name: a saved function may have taken its grants along.
  const grantKey = ['sys/function', 'select-role-functions', roleId];
  const granted = useQuery({ queryKey: grantKey, queryFn: ({ signal }) => readGrants(roleId, signal) });
  const [edited, setEdited] = useState<Grants>();
  const attempt = useRef<{ json: string; key: string }>(undefined);
  const tree = useMemo(
    () => (functions.data === undefined || granted.data === undefined ? undefined : readGrantTree(functions.data, granted.data)),
    [functions.data, granted.data],
  );
  const toggle = useCallback(
    (slots: readonly Slot[], free: (slot: Slot) => boolean) => setEdited((now) => toggled(now ?? tree?.grants ?? new Map(), slots, free)),
    [tree],
  );
  const { offer, forget } = useGrantDraft({ roleId, functions: functions.data, stored: tree?.grants, edited, restore: setEdited });
  const error = functions.error ?? granted.error;
  const retry = () => void Promise.all([functions.refetch(), granted.refetch()]);
  if (tree === undefined || functions.data === undefined) return { editor: undefined, error, retry };

  const grants = edited ?? tree.grants;
  const changes = changesBetween(tree.nodes, tree.grants, grants);
  const save = async (): Promise<void> => {
    const saved = await sendChanges(roleId, functions.data, changes, attempt);
    attempt.current = undefined;
    queries.setQueryData(grantKey, saved);
    setEdited(undefined);
    forget();
    void queries.invalidateQueries({ queryKey: ['sys/role'] });
  };
  return {
    error: null,
    retry,
    editor: {
      nodes: tree.nodes,
      grants,
      stored: tree.grants,
      changes,
      save,
      toggle,
      reset: () => {
        setEdited(undefined);
        forget();
      },
      offer,
      forget,
    },
  };
}

/** Changes what is granted now: what another administrator granted since is kept. A repeat carries the same key. */
async function sendChanges(
  roleId: string,
  functions: readonly FunctionNode[],
  changes: readonly GrantChange[],
  attempt: { current: { json: string; key: string } | undefined },
): Promise<GrantRecord[]> {
  const now = await readGrants(roleId);
  const json = JSON.stringify(grantRecords(applyChanges(readGrantTree(functions, now).grants, changes)));
  if (attempt.current?.json !== json) attempt.current = { json, key: newKey() };
  return request<GrantRecord[]>('/api/sys/function/save-role-functions', {
    method: 'POST',
    query: [['sysRoleId', roleId]],
    json,
    headers: { 'Idempotency-Key': attempt.current.key },
    quiet: true,
  });
}

const readGrants = (roleId: string, signal?: AbortSignal): Promise<GrantRecord[]> =>
  request<GrantRecord[]>('/api/sys/function/select-role-functions', {
    query: [['sysRoleId', roleId]],
    quiet: true,
    ...(signal === undefined ? {} : { signal }),
  });
