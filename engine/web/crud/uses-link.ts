import type { Use } from '@back-office/contract/envelope.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';

/**
 * The address of the list of records that refer to `ids`; undefined if the list cannot be filtered so, or if the person has no such list: `path` is
 * its path among their routes, and undefined without the right to read it.
 */
export function usesLink(
  { field, values }: Use,
  { ids, resource, path }: { ids: readonly string[]; resource: Resource; path: string | undefined },
): string | undefined {
  const filterValues = values ?? ids;
  if (path === undefined || !resource.search.includes(field) || filterValues.length === 0 || filterValues.length > limits.filters)
    return undefined;
  return `${path}?${new URLSearchParams(filterValues.map((value) => ['eq', `${field}:${value}`])).toString()}`;
}
