import type { PathsAnswer } from '@back-office/contract/calls/tree-page.ts';
import { limits } from '@back-office/contract/limits.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { tooManyFilters } from '@back-office/contract/list-texts.ts';
import { keepPreviousData, usePrefetchQuery, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useListAddress, type ListAddress } from './use-list-address.ts';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import { pageQueryOptions, readPage } from '../fields/read-page.ts';
import { childrenOf } from '../fields/use-children.ts';
import { useExistingPage } from '../../platform/request/use-existing-page.ts';
import { useGoneAmong } from '../../platform/request/use-gone-among.ts';
import { firstListQuery } from '../../platform/session/first-list-query.ts';
import { request } from '../../platform/request/request.ts';
import { useCounts } from './use-counts.ts';
import { useForest, type Forest } from './use-forest.ts';
import { useKeptData } from '../../platform/request/use-kept-data.ts';
import { retryUntilSuccess } from '../../platform/request/retry-until-success.ts';
import { countConditions, isNarrowed, listQuery, type ListState } from './list-state.ts';

/** The state of a list that its parts share. */
export interface List extends ListAddress, Forest {
  /** As that of the address; returns false, and says so, if the filters would be too many. */
  change: (change: Partial<ListState>) => boolean;
  resource: Resource;
  page: UseQueryResult<PathsAnswer<AnyRow>>;
  /** How a tree is shown: from its roots, or as search matches in place; undefined for a plain list, which a tree with too many matches is too. */
  kind: 'roots' | 'found' | undefined;
  /** In a searched tree, whether the row is a match and not merely the ancestor of one. */
  isFound: (row: AnyRow) => boolean;
  /** Whether a search or a filter is active. */
  narrowed: boolean;
  /** The number of all records of a tree, at every level. */
  all: number | undefined;
  selected: readonly AnyRow[];
  select: (rows: readonly AnyRow[]) => void;
  refresh: () => void;
}

/** The query of a page of a tree's roots, or of its matches with their ancestors. */
const treeQueryOptions = (resource: Resource, query: [string, string][], narrowed: boolean): ReturnType<typeof pageQueryOptions> => ({
  ...pageQueryOptions(resource.name, query),
  queryKey: [resource.name, 'page', 'tree', query],
  queryFn: ({ signal }) =>
    narrowed
      ? request(`/api/${resource.name}/select-paths`, { query, signal, quiet: true })
      : readPage(resource.name, [...query, childrenOf(resource, null)], signal).then((roots) => ({ ...roots, found: [] })),
});

/** A list: its state, kept in the address; one page of its rows, or of a tree's roots; and the ticked rows. */
export function useList(resource: Resource): List {
  const queries = useQueryClient();
  const address = useListAddress(resource);
  const { state } = address;
  const { message } = useApp();
  // A link may hold more, which the server refuses; they can be removed.
  const change = (next: Partial<ListState>): boolean => {
    const count = countConditions({ ...state, ...next });
    const fits = count <= limits.filters || count <= countConditions(state);
    if (fits) address.change(next);
    else void message.error(tooManyFilters, limits.messageSeconds);
    return fits;
  };
  const [ticked, select] = useState<readonly AnyRow[]>([]);
  const narrowed = isNarrowed(state);
  const tree = parentFieldOf(resource) !== undefined;
  const query = listQuery(state);
  const reading = tree ? treeQueryOptions(resource, query, narrowed) : pageQueryOptions(resource.name, query);
  const noteFirst = useEffectEvent(() => firstListQuery.record(tree ? undefined : { name: resource.name, query }));
  useEffect(() => noteFirst(), []);
  usePrefetchQuery(reading);
  const page = useKeptData(useQuery({ ...reading, placeholderData: keepPreviousData, refetchInterval: retryUntilSuccess() }));
  const { data } = page;
  // `data` may still be the answer of the previous query.
  const found = data?.found;
  const kind =
    !tree || (data !== undefined && found === undefined) ? undefined : found === undefined || found.length === 0 ? 'roots' : 'found';
  const forest = useForest(resource, { query, sort: state.sort, data, kind });
  const all = useCounts(resource, [''], tree && data !== undefined)?.[0] ?? undefined;
  useKeepAlive(ticked.length + forest.expanded.length > 0);
  const ids = useMemo(() => new Set(found), [found]);
  const rowsById = useMemo(() => new Map(data?.items.map((row) => [row.id, row])), [data]);
  const { levels } = forest;
  // For ticked rows that are on the page, or in a loaded level of a tree, use their current values.
  const selected = useMemo(() => {
    const shown = new Map([...[...levels.values()].flat().map((row) => [row.id, row] as const), ...rowsById]);
    return ticked.map((row) => shown.get(row.id) ?? row);
  }, [ticked, rowsById, levels]);
  // Ticked rows that are not on the page (in a tree also those below the roots) are unticked if somebody has deleted them.
  const hidden = ticked.filter(({ id }) => !rowsById.has(id));
  useGoneAmong(resource.name, page, state, hidden, (gone) => select((rows) => rows.filter(({ id }) => !gone.includes(id))));
  useExistingPage(page, state, (index) => change({ index }));
  return {
    ...address,
    change,
    resource,
    page,
    kind,
    isFound: ({ id }) => kind !== 'found' || ids.has(id) || !rowsById.has(id),
    narrowed,
    all,
    ...forest,
    selected,
    select,
    refresh: () => void queries.invalidateQueries({ queryKey: [resource.name], refetchType: 'active' }),
  };
}
