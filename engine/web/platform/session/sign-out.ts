import { send } from '../request/send.ts';
import { dropHint } from './adopt-session.ts';
import { notifySignedOut } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

/** How long a sign-out waits for a server that does not answer. */
const patience = 3_000;

/**
 * Ends the session here, in the other windows of this browser and on the server, and loads the sign-in page again, so
 * that nothing of this account stays in memory.
 */
export async function signOut(): Promise<void> {
  await endSession();
  notifySignedOut(sessionStore.get().userId, { forNow: false });
  leave();
}

/**
 * The same for a session that is over: whoever signs in next in this window is led back to its page, and finds the tabs
 * again if they are the same person (docs/wire.md "The dialog 登录过期").
 */
export async function signInElsewhere(): Promise<void> {
  await endSession();
  notifySignedOut(sessionStore.get().userId, { forNow: true });
  leave({ forNow: true });
}

async function endSession(): Promise<void> {
  // Whatever the server says, the person wants out: a refusal opens no dialog.
  // A preview ends with the session that opened it.
  const own = sessionStore.get().preview?.own.credentials.accessToken;
  await send('/api/logout', { timeout: patience, ...(own === undefined ? {} : { headers: { Authorization: own } }) }).catch(
    () => undefined,
  );
  dropHint();
}

/** Forgets the session in this window, and loads the sign-in page; `forNow` where the same person may come back. */
export function leave({ forNow = false } = {}): void {
  const back = location.pathname + location.search;
  sessionStore.close({ forNow });
  location.replace(forNow ? `/login?redirect=${encodeURIComponent(back)}` : '/login');
}
