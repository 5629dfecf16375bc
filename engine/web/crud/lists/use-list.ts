import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useListAddress, type ListAddress } from './use-list-address.ts';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import { readPage } from '../fields/read-page.ts';
import { childrenOf } from '../fields/use-children.ts';
import { retryUntilSuccess } from '../../platform/request/retry-until-success.ts';
import { isNarrowed, listQuery } from './list-state.ts';

/** A list as its parts share it. */
export interface List extends ListAddress {
  resource: Resource;
  page: UseQueryResult<PageAnswer<AnyRow>>;
  /** True while shown as a tree: a search or a filter finds records wherever they are, so what it finds is shown flat. */
  tree: boolean;
  /** The open nodes of the tree. */
  expanded: readonly string[];
  expand: (ids: readonly string[]) => void;
  selected: readonly AnyRow[];
  select: (rows: readonly AnyRow[]) => void;
  refresh: () => void;
}

/** A list: its state, kept in the address; one page of it, or of a tree one page of its roots; and what is ticked. */
export function useList(resource: Resource): List {
  const queries = useQueryClient();
  const address = useListAddress(resource);
  const { state, change } = address;
  const [selected, select] = useState<readonly AnyRow[]>([]);
  const [expanded, expand] = useState<readonly string[]>([]);
  useKeepAlive(selected.length + expanded.length > 0);
  const tree = parentFieldOf(resource) !== undefined && !isNarrowed(state);
  const query = [...listQuery(state), ...(tree ? [childrenOf(resource, null)] : [])];
  const page = useQuery({
    queryKey: [resource.name, 'page', query],
    queryFn: ({ signal }) => readPage(resource.name, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: retryUntilSuccess(),
  });
  const { index, limit } = state;
  const { data, isPlaceholderData } = page;
  // The last page may have gone with its last row, or with an old link.
  useEffect(() => {
    if (data === undefined || isPlaceholderData || data.items.length > 0 || index === 0) return;
    change({ index: Math.max(0, Math.ceil(data.total / limit) - 1) });
  }, [data, isPlaceholderData, index, limit, change]);
  return {
    ...address,
    resource,
    page,
    tree,
    expanded,
    expand,
    selected,
    select,
    refresh: () => void queries.invalidateQueries({ queryKey: [resource.name] }),
  };
}
