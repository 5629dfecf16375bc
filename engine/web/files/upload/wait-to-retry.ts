import { abortReason } from '../../platform/request/abort-reason.ts';
import type { UploadError } from './upload-error.ts';

const maxDelayMs = 30_000;

/**
 * Backoff before attempt `attempt` (from 1), in milliseconds: one second, doubled each time up to half a minute, or the time requested by the server.
 */
export const retryDelay = (attempt: number, after: number | undefined): number =>
  Math.min(maxDelayMs, Math.max(after ?? 0, 1000 * 2 ** Math.min(attempt - 1, 10)));

/** Waits before a chunk is retried; a network that comes back ends the wait at once. Rejects when aborted. */
export function waitToRetry(attempt: number, error: UploadError, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      removeEventListener('online', again);
      signal.removeEventListener('abort', stop);
      settle();
    };
    const again = end(resolve);
    const stop = end(() => reject(abortReason(signal)));
    // Jitter, so that not all clients retry at the same moment.
    const timer = setTimeout(again, retryDelay(attempt, error.after) * (1 + Math.random() / 4));
    if (error.kind === 'lost') addEventListener('online', again);
    signal.addEventListener('abort', stop);
  });
}
