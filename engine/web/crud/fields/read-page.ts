import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { request } from '../../platform/request/request.ts';

/** Reads a page of the resource; `query` is its filters, order, index and limit. The caller shows what goes wrong. */
export const readPage = (name: string, query: [string, string][], signal?: AbortSignal): Promise<PageAnswer<AnyRow>> =>
  request(`/api/${name}/select-page`, { query, quiet: true, ...(signal === undefined ? {} : { signal }) });
