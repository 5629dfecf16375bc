import { UploadError } from './upload-error.ts';

export interface RetryParts {
  /** Waits before attempt number `attempt` (from 1), or until the network is back. */
  wait: (attempt: number, error: UploadError, signal: AbortSignal) => Promise<void>;
}

export interface RetryEvents {
  /** The reason for waiting; undefined when sending continues. */
  onWaiting: (reason: string | undefined) => void;
}

/** What the retries of a call need; the signal ends them. */
export interface Retrying {
  readonly parts: RetryParts;
  readonly events: RetryEvents;
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
