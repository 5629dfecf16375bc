import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { newKey } from '../../request/new-key.ts';
import { request } from '../../request/request.ts';
import { applyChanges, changesBetween, type GrantChange } from './grant-changes.ts';
import { grantRecords, readGrantTree, type GrantNode, type GrantRecord, type Grants, type Slot, toggled } from './grant-tree.ts';

interface GrantEditor {
  nodes: readonly GrantNode[];
  grants: Grants;
  /** What is stored, as far as we know. */
  stored: Grants;
  changes: readonly GrantChange[];
  toggle: (slots: readonly Slot[], free: (slot: Slot) => boolean) => void;
  reset: () => void;
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
  const error = functions.error ?? granted.error;
  const retry = () => void Promise.all([functions.refetch(), granted.refetch()]);
  if (tree === undefined || functions.data === undefined) return { editor: undefined, error, retry };

  const grants = edited ?? tree.grants;
  const changes = changesBetween(tree.nodes, tree.grants, grants);
  const save = async (): Promise<void> => {
    // What another administrator granted since is kept: only what was ticked here is changed.
    const now = await readGrants(roleId);
    const json = JSON.stringify(grantRecords(applyChanges(readGrantTree(functions.data, now).grants, changes)));
    if (attempt.current?.json !== json) attempt.current = { json, key: newKey() };
    const headers = { 'Idempotency-Key': attempt.current.key };
    const saved = await request<GrantRecord[]>('/api/sys/function/save-role-functions', {
      method: 'POST',
      query: [['sysRoleId', roleId]],
      json,
      headers,
      quiet: true,
    });
    attempt.current = undefined;
    queries.setQueryData(grantKey, saved);
    setEdited(undefined);
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
      reset: () => setEdited(undefined),
    },
  };
}

const readGrants = (roleId: string, signal?: AbortSignal): Promise<GrantRecord[]> =>
  request<GrantRecord[]>('/api/sys/function/select-role-functions', {
    query: [['sysRoleId', roleId]],
    quiet: true,
    ...(signal === undefined ? {} : { signal }),
  });
