import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { readPage } from '../../fields/read-page.ts';
import { childrenOf } from '../../fields/use-children.ts';
import { listQuery, type ListState } from '../list-state.ts';

/** True while a list is shown as a tree: a search or a filter finds records wherever they are, so it is shown flat. */
export const asTree = (resource: Resource, { terms }: ListState): boolean =>
  parentFieldOf(resource) !== undefined && terms.length === 0;

/** One page of the list; of a tree, one page of its roots. The page before stays while the next is read. */
export function usePage(resource: Resource, state: ListState): UseQueryResult<PageAnswer<AnyRow>> {
  const query = [...listQuery(state), ...(asTree(resource, state) ? [childrenOf(resource, null)] : [])];
  return useQuery({
    queryKey: [resource.name, 'page', query],
    queryFn: ({ signal }) => readPage(resource.name, query, signal),
    placeholderData: keepPreviousData,
  });
}
