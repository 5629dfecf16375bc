import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ListState } from '../list-state.ts';
import { useListState } from './use-list-state.ts';
import { asTree, usePage } from './use-page.ts';

/** A list as its parts share it. */
export interface List {
  resource: Resource;
  state: ListState;
  change: (change: Partial<ListState>) => void;
  page: UseQueryResult<PageAnswer<AnyRow>>;
  tree: boolean;
  selected: readonly AnyRow[];
  select: (rows: readonly AnyRow[]) => void;
  refresh: () => void;
}

/** A list's state, its page and what is ticked in it. */
export function useList(resource: Resource): List {
  const queries = useQueryClient();
  const [state, change] = useListState(resource);
  const page = usePage(resource, state);
  const [selected, select] = useState<readonly AnyRow[]>([]);
  const { index, limit } = state;
  const { data, isPlaceholderData } = page;
  // The last page may have gone with its last row, or with an old link.
  useEffect(() => {
    if (data === undefined || isPlaceholderData || data.items.length > 0 || index === 0) return;
    change({ index: Math.max(0, Math.ceil(data.total / limit) - 1) });
  }, [data, isPlaceholderData, index, limit, change]);
  return {
    resource, state, change, page, selected, select,
    tree: asTree(resource, state),
    refresh: () => void queries.invalidateQueries({ queryKey: [resource.name] }),
  };
}
