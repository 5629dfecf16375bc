import { sessionStore } from '../../platform/session/session-store.ts';
import { waitToRetry } from './wait-to-retry.ts';
import type { RetryParts } from './with-retries.ts';

/** Times that the server is asked again about an upload that was removed: whoever removed it sees none of them, and each may send a whole chunk. */
const maxUnlisted = 5;

/**
 * The waits of an upload: those of `waitToRetry` while it is listed. Later there are five, each of which ends only where there is a network, as
 * without one nothing is asked; then it rejects with the last error. It does so at once if the person has signed out since.
 */
export function waitUnlisted(isListed: () => boolean): RetryParts['wait'] {
  let waits = 0;
  const { userId } = sessionStore.get();
  const isOthers = (): boolean => !isListed() && sessionStore.get().userId !== userId;
  return async (attempt, error, signal) => {
    if (isListed()) await waitToRetry(attempt, error, signal);
    else {
      waits += 1;
      if (waits > maxUnlisted || isOthers()) throw error;
      await waitToRetry(waits, error, signal);
      if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    }
    if (isOthers()) throw error;
  };
}
