import { readEnvelope } from './read-envelope.ts';
import { report } from './report.ts';
import type { RequestOptions } from './request-options.ts';
import { send } from './send.ts';

/**
 * Calls the server and gives the envelope's `data`. `path` is the whole path, such as `/api/sys/user/create`. A refusal
 * is shown as the error catalogue says (spec.md 8) and then rejects as an ApiError.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  try {
    return (await readEnvelope(await send(path, options), options.signal)) as T;
  } catch (error) {
    report(error, options.quiet === true);
    throw error;
  }
}
