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
  const held = values ?? ids;
  if (path === undefined || !resource.search.includes(field) || held.length === 0 || held.length > limits.filters) return undefined;
  return `${path}?${new URLSearchParams(held.map((value) => ['eq', `${field}:${value}`])).toString()}`;
}
