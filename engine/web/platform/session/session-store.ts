import type { Credentials, FunctionNode, LoginAnswer, SignedInUser } from '@back-office/contract/calls/login.ts';
import { setAccessToken } from '../request/access-token.ts';
import { createStore } from '../store/create-store.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { suspendSession } from './suspended-session.ts';
import { signedOut, type Option, type Session } from './session.ts';
import { clearSessionStorage, restoreSession, saveSession } from './session-storage.ts';

/** Values that are fetched again. */
const noRights = { userRoles: null, userMenus: null, routes: null } as const;

/**
 * The signed-in person. Saved with every change rather than only on unload, so that a crash loses nothing, and restored at startup (docs/spec.md 4).
 */
function createSessionStore() {
  const { get, set, setQuietly, subscribe } = createStore(restoreSession());
  setAccessToken(get().rolesCredentials?.credentials.accessToken);

  let isSavedForReload = false;

  const change = (part: Partial<Session>): void => {
    const next = { ...get(), ...part };
    if (!isSavedForReload) saveSession(next, get());
    setAccessToken(next.rolesCredentials?.credentials.accessToken);
    if (Object.keys(part).length > 0) set(next);
  };

  /** For the next load of the page: the current screen is unchanged until then, and later updates do not overwrite it. */
  const keep = (part: Partial<Session>): void => {
    isSavedForReload = true;
    saveSession({ ...get(), ...part }, get());
  };

  return {
    get,
    subscribe,
    /** Starts the session of a sign-in's answer; nothing of an earlier one is kept. */
    open: (answer: LoginAnswer): void => {
      isSavedForReload = false;
      change({ ...signedOut, ...answer.roles, isAuthorization: true, rolesCredentials: answer });
    },
    /** Replaces the credentials after a change of password. */
    renew: (credentials: Credentials): void => {
      const { rolesCredentials } = get();
      if (rolesCredentials !== null) change({ rolesCredentials: { ...rolesCredentials, credentials } });
    },
    /** Switches to a session that shows what a role may read, or back; the caller then reloads the page. */
    preview: (roleName: string, credentials: Credentials, back: string): void => {
      const { rolesCredentials: own } = get();
      if (own !== null) keep({ ...noRights, rolesCredentials: { ...own, credentials }, preview: { roleName, own, back } });
    },
    endPreview: (): void => keep({ ...noRights, rolesCredentials: get().preview?.own ?? null, preview: null }),
    /** Replaces the credentials of the person's own session, to which a preview returns. */
    renewOwn: (credentials: Credentials): void => {
      const { preview } = get();
      if (preview !== null) change({ preview: { ...preview, own: { ...preview.own, credentials } } });
    },
    /** Stores changes of the person's own details. */
    rename: (user: Partial<SignedInUser>): void => change(user),
    setRights: (rights: { userRoles: string[]; userMenus: FunctionNode[]; routes: RouteRecord[] }): void => change(diffIn(rights, get())),
    setOptions: (options: Record<string, readonly Option[]>): void => change(diffIn({ options }, get())),
    /** Ends the session; `forNow` if it has expired and the same person may come back (suspended-session.ts). */
    close: ({ forNow = false } = {}): void => {
      if (!forNow) {
        change(signedOut);
        return clearSessionStorage();
      }
      suspendSession(get().userId);
      // Subscribers are not called: the screen, including its tabs, stays as the user left it until the page is unloaded.
      setQuietly(signedOut);
      setAccessToken(undefined);
    },
  };
}

/** Data refetched at each start is mostly unchanged, and must then not re-render everything. */
function diffIn(part: Partial<Session>, now: Session): Partial<Session> {
  const before: Record<string, unknown> = { ...now };
  return Object.fromEntries(Object.entries(part).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])));
}

export const sessionStore = createSessionStore();
