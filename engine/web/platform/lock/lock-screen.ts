import { lockPaths, type LockAnswer } from '@back-office/contract/calls/screen-lock.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from '../request/api-error.ts';
import { isTransient } from '../request/retry-until-success.ts';
import { readEnvelope } from '../request/read-envelope.ts';
import { screenLock } from '../request/screen-lock.ts';
import { send } from '../request/send.ts';
import { lockChannel } from './lock-channel.ts';

/** Delay before a failed call is retried, in milliseconds. */
const retryDelayMs = 3000;

/**
 * Locks the screen of this window and of the others of the session, and tells the server, which then refuses the session's calls.
 * Returns what unlocks it; undefined where the server no longer knows the session. `tell: false` for a window that is locked already, and tells only
 * the server: a sign-out that is under way has removed the lock from the tab's storage.
 */
export async function lockScreen({ tell = true } = {}): Promise<LockAnswer | undefined> {
  if (tell) {
    screenLock.lock();
    lockChannel.send('locked');
  }
  for (;;) {
    try {
      return await readEnvelope<LockAnswer>(await send(lockPaths.lock, { method: 'POST' }));
    } catch (error) {
      // The server leaves such a session open for the new password; this window stays locked, and its password unlocks it.
      if (error instanceof ApiError && error.code === codes.mustChangePassword.code) return { secondFactor: false };
      if (!(error instanceof Error) || !isTransient(error) || !screenLock.isLocked()) return undefined;
      await new Promise((done) => setTimeout(done, retryDelayMs));
    }
  }
}
