import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { signedOut, type Session } from './session.ts';

const textKeys = ['userId', 'userName', 'userAvatar', 'userStatus', 'userAccount'] as const;
const jsonKeys = ['isAuthorization', 'rolesCredentials', 'userRoles', 'userMenus', 'routes', 'options', 'preview'] as const;

/** Writes the values that differ from `before`, each under its own key; null removes the key. */
export function saveSession(session: Session, before: Session): void {
  for (const key of textKeys) if (session[key] !== before[key]) write(key, session[key]);
  for (const key of jsonKeys) {
    if (session[key] !== before[key]) write(key, session[key] === null ? null : JSON.stringify(session[key]));
  }
}

/** The saved session; signed out without a token, or if the storage cannot be parsed. */
export function restoreSession(): Session {
  try {
    const session = { ...signedOut };
    for (const key of textKeys) Object.assign(session, { [key]: sessionStorage.getItem(key) ?? signedOut[key] });
    for (const key of jsonKeys) {
      const text = sessionStorage.getItem(key);
      const stored: unknown = JSON.parse(text ?? 'null');
      if (text !== null) Object.assign(session, { [key]: stored });
    }
    return hasToken(session.rolesCredentials) ? { ...session, isAuthorization: true } : signedOut;
  } catch {
    return signedOut;
  }
}

/** Removes everything, including what other parts stored for this session (docs/hardening.md F24). */
export function clearSessionStorage(): void {
  sessionStorage.clear();
}

function write(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(key);
  else {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // Storage is full: the value is missing after the next load and fetched again, which is better than a broken page.
      sessionStorage.removeItem(key);
    }
  }
}

const hasToken = (answer: LoginAnswer | null): boolean =>
  typeof answer?.credentials?.accessToken === 'string' && answer.credentials.accessToken !== '';
