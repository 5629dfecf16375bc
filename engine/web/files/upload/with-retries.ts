import type { TransferEvents, TransferParts } from './transfer.ts';
import { UploadError } from './upload-error.ts';

/** What retries of a call need. */
export interface Retrying {
  readonly parts: Pick<TransferParts<unknown>, 'wait'>;
  readonly events: Pick<TransferEvents, 'onWaiting'>;
  readonly signal: AbortSignal;
}

/** Number of retries if the server is busy; without network, retries never end. */
const maxRetries = 5;

/** Retries as long as the error is transient. Rejects with the last error, or with the signal's reason. */
export async function withRetries<Answer>(
  attempt: () => Promise<Answer>,
  { parts, events, signal, onFailed }: Retrying & { readonly onFailed?: () => void },
): Promise<Answer> {
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      onFailed?.();
      if (!(error instanceof UploadError) || !mayRetry(error, failures)) throw error;
      events.onWaiting(error.message);
      await parts.wait(failures, error, signal);
      events.onWaiting(undefined);
    }
  }
}

const mayRetry = ({ kind }: UploadError, failures: number): boolean => kind === 'lost' || (kind === 'busy' && failures <= maxRetries);
