import { newKey } from '../../platform/request/new-key.ts';
import { keptName } from '../../platform/session/session-entry.ts';

const name = keptName('uploadWindow');

/** The id of this window; it survives a reload and signing in again, and no other window has it. */
export function windowId(): string {
  const known = sessionStorage.getItem(name);
  if (known !== null) return known;
  const id = newKey();
  sessionStorage.setItem(name, id);
  return id;
}
