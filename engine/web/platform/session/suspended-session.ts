import { keptName } from './session-entry.ts';

/** Tabs, and what a `sessionEntry` keeps over the sign-in, are kept while a person with an expired session signs in again in the same window. */
const isKept = (name: string): boolean => name === 'tabs' || name.startsWith(keptName(''));
const key = 'leftBehind';

/** Removes everything else of an expired session; the person comes back by signing in in this window. */
export function suspendSession(userId: string): void {
  for (const name of Object.keys(sessionStorage)) if (!isKept(name)) sessionStorage.removeItem(name);
  sessionStorage.setItem(key, userId);
}

/** Called when somebody signs in: false, after removing what was kept, if another person had left; their page is not reopened. */
export function resumeSession(userId: string): boolean {
  const suspendedUserId = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (suspendedUserId === null || suspendedUserId === userId) return true;
  for (const name of Object.keys(sessionStorage)) if (isKept(name)) sessionStorage.removeItem(name);
  return false;
}
