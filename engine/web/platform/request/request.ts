import { getAccessToken } from './access-token.ts';
import { ApiError } from './api-error.ts';
import { isRenewalDeclined, notifyExpired } from './notify.ts';
import { readEnvelope } from './read-envelope.ts';
import { isExpired, report } from './report.ts';
import type { RequestOptions } from './request-options.ts';
import { whenAllowed } from './when-allowed.ts';
import { whenUnlocked } from './screen-lock.ts';
import { send } from './send.ts';

/**
 * Calls the server and returns the envelope's `data`. `path` is the whole path, such as `/api/sys/user/create`. A refusal is shown according to the
 * error catalogue (docs/spec.md 8) and rejects with an ApiError. If the session has ended, or a password or second factor must be set first, the call
 * waits for the person to do so and is then retried once.
 * @example
 * export const countOf = () => request<{ total: number }>('/api/acme/agreement/count', { query: [['eq', 'agreementType:采购']] });
 * export const sendBack = (id: string, reason: string) =>
 *   request(`/api/acme/agreement/return/${id}`, { method: 'PUT', json: { reason } });
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  try {
    return await whenUnlocked(() => whenAllowed(() => callWithRetry<T>(path, options), options.signal), options.signal);
  } catch (error) {
    report(error, options.quiet === true);
    throw error;
  }
}

async function callWithRetry<T>(path: string, options: RequestOptions): Promise<T> {
  const token = getAccessToken();
  const sentAt = performance.now();
  try {
    return await call(path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || !isExpired(error)) throw error;
    // The user signed in again while this answer was on its way.
    const renewed = getAccessToken() !== undefined && getAccessToken() !== token;
    if (options.background === true && isRenewalDeclined()) throw error;
    if (!renewed && !(await notifyExpired(error.message, sentAt))) throw error;
    options.signal?.throwIfAborted();
    return call(path, options);
  }
}

const call = async <T>(path: string, options: RequestOptions): Promise<T> => readEnvelope<T>(await send(path, options), options.signal);
