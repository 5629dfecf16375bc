import type { Option } from '@back-office/contract/calls/options.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { request } from '../../platform/request/request.ts';

/**
 * Reads records as choices, which whoever may fill in a form that refers to them may do
 * (docs/decisions/0006-rights-and-choices.md); a `total` beyond the items says that there are more. The caller shows
 * what goes wrong.
 */
export const readOptions = (name: string, query: [string, string][], signal?: AbortSignal): Promise<PageAnswer<Option>> =>
  request(`/api/${name}/select-options`, { query, quiet: true, ...(signal === undefined ? {} : { signal }) });
