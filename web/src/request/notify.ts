/** How the request layer speaks to the person. The shell fills it in with antd; before that nobody listens. */
export interface Notify {
  /** Shows a red message for four seconds. */
  error: (message: string) => void;
  /** Asks 登录过期; true when the person wants to sign in again. */
  confirmExpired: (message: string) => Promise<boolean>;
  /** Opens the change of a one-time password; settles when its dialog is gone. */
  changePassword: (message: string) => Promise<void>;
  /** Leaves for the sign-in page. */
  signInAgain: () => void;
}

let current: Notify | undefined;
const open = new Set<string>();

/** Makes `notify` the one that is spoken to; gives the way back. */
export function registerNotify(notify: Notify): () => void {
  current = notify;
  return () => {
    if (current === notify) current = undefined;
  };
}

/** Shows a red message. */
export const notifyError = (message: string): void => current?.error(message);

/** Asks whether to sign in again; while the dialog stands, further expired calls are silent (spec.md 8). */
export function notifyExpired(message: string): void {
  once('expired', async (notify) => {
    if (await notify.confirmExpired(message)) notify.signInAgain();
  });
}

/** Opens the change of a one-time password, unless it is open. */
export function notifyChangePassword(message: string): void {
  once('password', (notify) => notify.changePassword(message));
}

function once(dialog: string, ask: (notify: Notify) => Promise<void>): void {
  if (current === undefined || open.has(dialog)) return;
  open.add(dialog);
  void ask(current).finally(() => open.delete(dialog));
}
