import { getAccessToken } from './access-token.ts';
import { sessionEnds } from './session-ends.ts';

/** How the request layer shows messages and dialogs. The shell provides it with antd; before that nothing is shown. */
export interface Notify {
  /** Shows a red message for four seconds. */
  error: (message: string) => void;
  /** Shows 登录过期, where the user signs in again in place; true if there is a session again. */
  renewSession: (message: string) => Promise<boolean>;
  /** Opens the dialog for changing a one-time password; settles when it is closed. */
  changePassword: (message: string) => Promise<void>;
  /** Opens the dialog for setting up the second factor; settles when it is closed. */
  setUpTwoFactor: (message: string) => Promise<void>;
}

let current: Notify | undefined;
let renewing: Promise<boolean> | undefined;
let cancelledAt = -Infinity;
/** The token of the session for which the person declined to sign in again. */
let cancelledToken: string | undefined;
let pendingAction: Promise<void> | undefined;

/** Registers `notify`; returns a function that unregisters it. */
export function registerNotify(notify: Notify): () => void {
  current = notify;
  return () => {
    if (current === notify) current = undefined;
  };
}

/** Shows a red message. */
export const notifyError = (message: string): void => current?.error(message);

/**
 * Asks the user to sign in again, once for any number of failed calls (docs/spec.md 8); true when the calls may be sent
 * again. After 取消, calls that were already under way fail silently: they belong to the dialog that was answered.
 */
export async function notifyExpired(message: string, sentAt: number): Promise<boolean> {
  sessionEnds.forget();
  if (current === undefined || sentAt < cancelledAt) return false;
  const { renewSession } = current;
  const renewed = await renewSessionWith(() => renewSession(message));
  if (!renewed) {
    cancelledAt = performance.now();
    cancelledToken = getAccessToken();
  }
  return renewed;
}

/** True after 取消, until there is another session: only the person's own actions ask them to sign in again. */
export const isRenewalDeclined = (): boolean => cancelledToken !== undefined && cancelledToken === getAccessToken();

/** Asks the user to sign in again before any call fails; calls that fail meanwhile wait for the outcome. */
export const renewSessionWith = (ask: () => Promise<boolean>): Promise<boolean> =>
  (renewing ??= ask().finally(() => (renewing = undefined)));

/** True while the user is asked to sign in again. */
export const isRenewing = (): boolean => renewing !== undefined;

/** Opens the dialog for a required action, unless one is open; settles when it is done. Undefined if no dialog can be shown. */
export function openRequiredAction(what: 'changePassword' | 'setUpTwoFactor', message: string): Promise<void> | undefined {
  pendingAction ??= current?.[what](message).finally(() => (pendingAction = undefined));
  return pendingAction;
}
