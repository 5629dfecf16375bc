/** What is kept for a person whose session is over while they sign in again in the same window: tabs, and which uploads are its own. */
const kept = ['tabs', 'uploadWindow'];
const key = 'leftBehind';

/** Forgets everything else of a session that is over; the person comes back by signing in in this window. */
export function suspendSession(userId: string): void {
  for (const name of Object.keys(sessionStorage)) if (!kept.includes(name)) sessionStorage.removeItem(name);
  sessionStorage.setItem(key, userId);
}

/** To be asked when somebody signs in: true unless somebody else left. Then nothing of theirs stays, their page among it. */
export function resumeSession(userId: string): boolean {
  const left = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (left === null || left === userId) return true;
  for (const name of kept) sessionStorage.removeItem(name);
  return false;
}
