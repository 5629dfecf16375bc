import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

/** Maximum number of records checked; with more, none is reported as gone. */
const maxChecked = 20;

/** Which of these records no longer exist, or are no longer visible to this person. Excludes those whose check failed or was aborted. */
export async function goneAmong(resource: string, rows: readonly { id: string }[], signal: AbortSignal): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const { id } of rows.slice(0, maxChecked)) {
    if (signal.aborted) break;
    // oxlint-disable-next-line no-await-in-loop -- sequential on purpose: nobody waits for the result
    await request(`/api/${resource}/select/${encodeURIComponent(id)}`, { quiet: true, signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === codes.gone.code) gone.push(id);
    });
  }
  return gone;
}
