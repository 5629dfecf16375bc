import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

/** So many are asked for at most: of more, none is told to be gone. */
const most = 20;

/** Which of these records the server has no more, or no more for this person. What cannot be learned, or not before the signal, is not among them. */
export async function goneAmong(resource: string, rows: readonly { id: string }[], signal: AbortSignal): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const { id } of rows.slice(0, most)) {
    if (signal.aborted) break;
    // oxlint-disable-next-line no-await-in-loop -- one after the other: nobody waits for them
    await request(`/api/${resource}/select/${encodeURIComponent(id)}`, { quiet: true, signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === codes.gone.code) gone.push(id);
    });
  }
  return gone;
}
