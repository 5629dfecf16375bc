import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { PathsAnswer } from '@back-office/contract/calls/tree-page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { request } from '../../platform/request/request.ts';

/** The query options of one page of a plain list. */
export const pageQueryOptions = (name: string, query: [string, string][]) => ({
  queryKey: [name, 'page', 'list', query],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<PathsAnswer<AnyRow>> => readPage(name, query, signal),
  // A page that was prefetched before the list was first rendered is not fetched again.
  staleTime: 3_000,
});

/** Reads a page of the resource; `query` is its filters, order, index and limit. The caller shows errors. */
export const readPage = (name: string, query: [string, string][], signal?: AbortSignal): Promise<PageAnswer<AnyRow>> =>
  request(`/api/${name}/select-page`, { query, quiet: true, ...(signal === undefined ? {} : { signal }) });
