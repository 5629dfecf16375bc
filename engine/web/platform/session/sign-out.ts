import { recordIn } from '@back-office/contract/record-in.ts';
import { send } from '../request/send.ts';
import { removeSessionHint } from './adopt-session.ts';
import { notifySignedOut } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

/** How long a sign-out waits for a server that does not answer. */
const timeoutMs = 3_000;

/**
 * Ends the session here, in the other windows of this browser and on the server, and reloads the sign-in page, so that nothing of this account stays
 * in memory.
 */
export async function signOut(): Promise<void> {
  const elsewhere = await endSession();
  notifySignedOut(sessionStore.get().userId, { forNow: false });
  leave(elsewhere === undefined ? {} : { to: elsewhere });
}

/**
 * The same for a session that has ended: the next person to sign in in this window returns to its page, and finds its tabs again if they are the same
 * person (docs/wire.md "The dialog 登录过期"). `way`: the provider to go to, without the sign-in page.
 */
export async function signInElsewhere(way?: string): Promise<void> {
  await endSession();
  notifySignedOut(sessionStore.get().userId, { forNow: true });
  leave({ forNow: true, ...(way === undefined ? {} : { to: `/api/login/${way}/start` }) });
}

/** Returns the URL for signing out of the provider too, if the person signed in with one. */
async function endSession(): Promise<string | undefined> {
  // Whatever the server answers, the person is signed out: a refusal opens no dialog.
  // A preview ends with the session that opened it.
  const own = sessionStore.get().preview?.own.credentials.accessToken;
  const headers = own === undefined ? {} : { headers: { Authorization: own } };
  const answer: unknown = await send('/api/logout', { timeout: timeoutMs, ...headers })
    .then((response) => response.json())
    .catch(() => undefined);
  removeSessionHint();
  const { signOut } = recordIn(recordIn(answer)['data']);
  return typeof signOut === 'string' && /^https?:/.test(signOut) ? signOut : undefined;
}

/** Removes the session from this window, and goes to the sign-in page or `to`; `forNow` if the same person may come back. */
export function leave({ forNow = false, to = '/login' } = {}): void {
  const back = location.pathname + location.search + location.hash;
  sessionStore.close({ forNow });
  location.replace(forNow ? `${to}?redirect=${encodeURIComponent(back)}` : to);
}
