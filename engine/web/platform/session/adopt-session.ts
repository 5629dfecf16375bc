import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { homePath, safeRedirect } from '../routing/safe-redirect.ts';
import { isGatePath } from '../routing/paths.ts';
import { storeLocally } from '../store/store-locally.ts';
import { resumeSession } from './suspended-session.ts';
import { requestFromWindows } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

/** Set while a window of this browser is signed in, so that otherwise new windows need not wait for an answer. */
const hint = 'signed-in';

/** Stores the hint for new windows. */
export function storeSessionHint(): void {
  const keep = (): void => {
    if (sessionStore.get().isAuthorization) storeLocally(hint, '1');
  };
  keep();
  sessionStore.subscribe(keep);
}

/** Removes the hint when nobody is signed in any more. */
export const removeSessionHint = (): void => localStorage.removeItem(hint);

/**
 * A new window of the same browser continues the session of an open one instead of asking for a password. The open one may be busy: for a late
 * answer, `onLate` decides whether it still counts.
 */
export async function adoptSession(onLate: (adopt: () => void) => void): Promise<void> {
  if (sessionStore.get().isAuthorization || localStorage.getItem(hint) === null) return;
  const session = await requestFromWindows({
    late: (answer) => {
      // No window answered, so there is none to sign out: the next new window need not wait.
      if (answer === undefined) removeSessionHint();
      else onLate(() => enterSession(answer));
    },
  });
  if (session !== undefined) enterSession(session);
}

/** Continues the session of another window, at this window's address. */
export function enterSession(session: LoginAnswer): void {
  const wanted = safeRedirect(new URLSearchParams(location.search).get('redirect'));
  const isTheirs = resumeSession(session.roles.userId);
  if (isGatePath(location.pathname)) history.replaceState(null, '', isTheirs ? wanted : homePath);
  sessionStore.open(session);
}

/** Adopts newer credentials from another window; returns whether there were any. */
export async function adoptCredentials(): Promise<boolean> {
  const { userId, rolesCredentials } = sessionStore.get();
  const session = await requestFromWindows({ userId, not: rolesCredentials?.credentials.accessToken });
  if (session?.roles.userId !== userId) return false;
  sessionStore.renew(session.credentials);
  return true;
}
