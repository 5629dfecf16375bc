import { newKey } from '../../platform/request/new-key.ts';
import { keptName } from '../../platform/session/session-entry.ts';

const name = keptName('uploadWindow');

/** In case session storage is full. */
let own: string | undefined;

/** The id of this window; it survives a reload and signing in again, and no other window has it. */
export function windowId(): string {
  const known = sessionStorage.getItem(name);
  if (known !== null) return known;
  own ??= newKey();
  try {
    sessionStorage.setItem(name, own);
  } catch {
    // After a reload, what this window was uploading is listed, and continues on request.
  }
  return own;
}
