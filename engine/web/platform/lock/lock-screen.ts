import { lockPaths, type LockAnswer } from '@back-office/contract/calls/screen-lock.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { isTransient } from '../request/retry-until-success.ts';
import { readEnvelope } from '../request/read-envelope.ts';
import { screenLock } from '../request/screen-lock.ts';
import { send } from '../request/send.ts';
import { lockChannel } from './lock-channel.ts';

/** Delay before a failed call is retried, in milliseconds. */
const retryDelayMs = 3000;

/**
 * Locks the screen of this window and of the others of the session, and tells the server, which then refuses the session's calls.
 * Returns whether a code unlocks it too; undefined where the server no longer knows the session.
 */
export async function lockScreen({ tell = true } = {}): Promise<LockAnswer | undefined> {
  screenLock.lock();
  if (tell) lockChannel.send('locked');
  for (;;) {
    try {
      const { secondFactor } = recordIn(await readEnvelope(await send(lockPaths.lock, { method: 'POST' })));
      return { secondFactor: secondFactor === true };
    } catch (error) {
      if (!(error instanceof Error) || !isTransient(error) || !screenLock.isLocked()) return undefined;
      await new Promise((done) => setTimeout(done, retryDelayMs));
    }
  }
}
