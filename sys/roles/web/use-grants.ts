import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import type { RoleAuthorization } from '../role-authorization.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { DraftOffer } from '@back-office/web/crud/drafts/use-record-draft.ts';
import type { Values } from '@back-office/web/crud/fields/field-kit.ts';
import { ApiError } from '@back-office/web/platform/request/api-error.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useRepeatable } from '@back-office/web/platform/request/use-repeatable.ts';
import { applyChanges, changesBetween, type GrantChange } from './grant-changes.ts';
import { grantRecords, readGrantTree, type GrantNode, type GrantRecord, type Grants, type Slot, toggled } from './grant-tree.ts';
import { useGrantDraft } from './use-grant-draft.ts';

interface GrantEditor {
  nodes: readonly GrantNode[];
  grants: Grants;
  /** The grants of the compared role. */
  compared: Grants | undefined;
  /** The stored grants, as last loaded. */
  stored: Grants;
  changes: readonly GrantChange[];
  toggle: (slots: readonly Slot[], free: (slot: Slot) => boolean) => void;
  reset: () => void;
  /** Earlier changes that were never saved. */
  offer: DraftOffer | undefined;
  /** Discards the draft on this machine. */
  forget: () => void;
  save: () => Promise<void>;
  /** Saves the grants together with the role's values; returns the stored role. */
  saveWith: (values: Values) => Promise<RoleAuthorization['role']>;
}

export interface GrantLoad {
  editor: GrantEditor | undefined;
  error: Error | null;
  retry: () => void;
}

/** The function tree with the role's grants, and the unsaved changes to them. */
export function useGrants(roleId: string, comparedId?: string): GrantLoad {
  const queries = useQueryClient();
  const functions = useQuery({
    queryKey: ['sys/function', 'select-functions'],
    queryFn: ({ signal }) => request<FunctionNode[]>('/api/sys/function/select-functions', { signal, quiet: true }),
    meta: { kept: true },
  });
  const granted = useQuery(grantsQuery(roleId));
  const { compared, theirs } = useCompared(functions.data, comparedId);
  const repeatable = useRepeatable();
  const tree = useMemo(
    () => (functions.data === undefined || granted.data === undefined ? undefined : readGrantTree(functions.data, granted.data, compared)),
    [functions.data, granted.data, compared],
  );
  const { edited, toggle, restore, clear, keepSince } = useEdit(tree);
  const { offer, forget } = useGrantDraft({ roleId, functions: functions.data, stored: tree?.grants, edited, restore });
  const retry = () => void Promise.all([functions.refetch(), granted.refetch()]);
  if (tree === undefined || functions.data === undefined) return { editor: undefined, error: functions.error ?? granted.error, retry };

  const grants = edited ?? tree.grants;
  const changes = changesBetween(tree.nodes, tree.grants, grants);
  const reset = (): void => {
    clear();
    forget();
  };
  const settle = (saved: GrantRecord[]): void => {
    queries.setQueryData(grantsQuery(roleId).queryKey, saved);
    keepSince(grants);
    // What was ticked since becomes a draft of its own.
    forget();
    void queries.invalidateQueries({ queryKey: ['sys/role'] });
  };
  const sendWith = <Answer>(path: string, bodyOf: (wanted: Wanted) => object, query: [string, string][] = []): Promise<Answer> =>
    untilUnchanged(async () => {
      const body = bodyOf(await grantsWith(roleId, functions.data, changes));
      return repeatable(body, (attempt) => request<Answer>(path, { method: 'POST', query, ...attempt, quiet: true }));
    });
  const save = async (): Promise<void> =>
    settle(await sendWith<GrantRecord[]>('/api/sys/function/save-role-functions', (wanted) => wanted, [['sysRoleId', roleId]]));
  const saveWith = async (values: Values): Promise<RoleAuthorization['role']> => {
    const bodyOf = (wanted: Wanted) => ({ role: values, ...wanted });
    const { role, functions: saved } = await sendWith<RoleAuthorization>('/api/sys/role/save-authorization', bodyOf);
    settle(saved);
    return role;
  };
  const editor = {
    compared: theirs,
    nodes: tree.nodes,
    stored: tree.grants,
    grants,
    changes,
    save,
    saveWith,
    toggle,
    reset,
    offer,
    forget,
  };
  return { error: null, retry, editor };
}

/** What the person ticked, and the grants that they saw: these may have changed since. */
interface Edit {
  readonly from: Grants;
  readonly to: Grants;
}

type GrantTree = ReturnType<typeof readGrantTree>;

/** The grants as the person has ticked them, if they have. */
function useEdit(tree: GrantTree | undefined) {
  const [edit, setEdit] = useState<Edit>();
  const edited = useMemo(() => (tree === undefined || edit === undefined ? undefined : rebased(tree, edit)), [tree, edit]);
  const toggle = useCallback(
    (slots: readonly Slot[], free: (slot: Slot) => boolean) =>
      setEdit((now) => tree && { from: tree.grants, to: toggled(now === undefined ? tree.grants : rebased(tree, now), slots, free) }),
    [tree],
  );
  return {
    edited,
    toggle,
    restore: (to: Grants) => setEdit(tree && { from: tree.grants, to }),
    clear: () => setEdit(undefined),
    /** Leaves only what the person ticked after these grants were sent. */
    keepSince: (sent: Grants) => setEdit((now) => tree && now && laterEdit(tree, sent, now)),
  };
}

/** The stored grants with the person's changes, which keeps what another administrator changed since. */
const rebased = ({ nodes, grants }: GrantTree, { from, to }: Edit): Grants => applyChanges(grants, changesBetween(nodes, from, to));

/** What differs from the grants that were sent; undefined if nothing does. */
function laterEdit(tree: GrantTree, sent: Grants, edit: Edit): Edit | undefined {
  const to = rebased(tree, edit);
  return changesBetween(tree.nodes, sent, to).length === 0 ? undefined : { from: sent, to };
}

/** Cached under the resource's name, as saving a function may remove grants. */
const grantsQuery = (roleId: string | undefined) => ({
  queryKey: ['sys/function', 'select-role-functions', roleId],
  queryFn: ({ signal }: { signal: AbortSignal }) => readGrants(roleId ?? '', signal),
  meta: { kept: true },
});

/** The grants of the compared role, as loaded and as ticked permissions. */
function useCompared(functions: FunctionNode[] | undefined, roleId: string | undefined) {
  const { data } = useQuery({ ...grantsQuery(roleId), enabled: roleId !== undefined });
  const compared = roleId === undefined ? undefined : data;
  const theirs = useMemo(
    () => (functions === undefined || compared === undefined ? undefined : readGrantTree(functions, compared).grants),
    [functions, compared],
  );
  return { compared, theirs };
}

interface Wanted {
  readonly functions: GrantRecord[];
  readonly before: GrantRecord[];
}

/** The current grants, and the same with these changes applied, which keeps what another administrator granted since. */
async function grantsWith(roleId: string, functions: readonly FunctionNode[], changes: readonly GrantChange[]): Promise<Wanted> {
  const before = await readGrants(roleId);
  return { functions: grantRecords(applyChanges(readGrantTree(functions, before).grants, changes)), before };
}

/** Retries a save on top of what another administrator granted between reading and saving; after several conflicts reports it. */
async function untilUnchanged<Answer>(save: () => Promise<Answer>, more = 3): Promise<Answer> {
  try {
    return await save();
  } catch (error) {
    if (!isGrantConflict(error)) throw error;
    // Without its data, which the role's form would take for the stored role.
    if (more === 0) throw new ApiError(error.message, { code: error.code, status: error.status });
    return untilUnchanged(save, more - 1);
  }
}

/** Not a conflict on the role itself, which the person resolves. */
const isGrantConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && 'functions' in recordIn(recordIn(error.data)['current']);

const readGrants = (roleId: string, signal?: AbortSignal): Promise<GrantRecord[]> =>
  request<GrantRecord[]>('/api/sys/function/select-role-functions', {
    query: [['sysRoleId', roleId]],
    quiet: true,
    ...(signal === undefined ? {} : { signal }),
  });
