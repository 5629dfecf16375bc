import { limits } from '@back-office/contract/limits.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useQueries } from '@tanstack/react-query';
import { retryUntilSuccess } from '../../platform/request/retry-until-success.ts';
import { readPage } from './read-page.ts';

/** The condition that selects the children of a node; for null, the roots. */
export const childrenOf = (resource: Resource, parent: string | null): [string, string] => [
  'eq',
  `${parentFieldOf(resource) ?? ''}:${parent ?? ''}`,
];

/** The children of each given node of a tree; a node whose children are still loading is absent. `sort` orders every level. */
export function useChildren(
  resource: Resource,
  parents: readonly (string | null)[],
  sort = resource.sort,
): ReadonlyMap<string | null, AnyRow[]> {
  return useQueries({
    queries: parents.map((parent) => ({
      queryKey: [resource.name, 'children', parent, sort],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readPage(resource.name, [childrenOf(resource, parent), ['sort', sort], ['limit', String(limits.page.maxLimit)]], signal),
      refetchInterval: retryUntilSuccess(),
    })),
    combine: (answers) =>
      new Map(parents.flatMap((parent, at) => (answers[at]?.data === undefined ? [] : [[parent, answers[at].data.items]]))),
  });
}
