import { codes } from '@back-office/contract/envelope.ts';
import { createStore } from '../store/create-store.ts';
import { ApiError } from './api-error.ts';

/** Survives a reload; removed with everything else when the session is closed. */
const key = 'screenLocked';
const storage = typeof sessionStorage === 'undefined' ? undefined : sessionStorage;

const { get, set, subscribe } = createStore(storage?.getItem(key) === '1');

/** Whether this window's screen is locked. While it is, calls wait. */
export const screenLock = {
  isLocked: get,
  subscribe,
  lock: (): void => {
    if (!get()) set(true);
    try {
      storage?.setItem(key, '1');
    } catch {
      // Storage is full: after a reload the server's refusal locks the window again.
    }
  },
  unlock: (): void => {
    storage?.removeItem(key);
    if (get()) set(false);
  },
};

/**
 * Makes a call once the screen is unlocked. If the server answers that the session is locked, as by another window, locks this window too, waits, and
 * retries. Rejects with the signal's reason if the caller aborts.
 */
export async function whenUnlocked<Data>(call: () => Promise<Data>, signal?: AbortSignal): Promise<Data> {
  for (;;) {
    if (get()) await untilUnlocked(signal);
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== codes.screenLocked.code) throw error;
      screenLock.lock();
    }
  }
}

function untilUnlocked(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((open, reject) => {
    const end = (): void => {
      forget();
      signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('The call was given up.', 'AbortError'));
    };
    const forget = subscribe(() => {
      if (get()) return;
      end();
      open();
    });
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort);
  });
}
