import type { Option } from '@back-office/contract/calls/options.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { request } from '../../platform/request/request.ts';

/**
 * Reads records as choices. Everybody who may fill in a form that refers to them may call this
 * (docs/decisions/0006-rights-and-choices.md). A `total` above the number of items means that there are more. The caller
 * shows errors.
 */
export const readOptions = (name: string, query: [string, string][], signal?: AbortSignal): Promise<PageAnswer<Option>> =>
  request(`/api/${name}/select-options`, { query, quiet: true, ...(signal === undefined ? {} : { signal }) });
