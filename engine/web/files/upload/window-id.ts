import { newKey } from '../../platform/request/new-key.ts';

const name = 'uploadWindow';

/** The id of this window; it survives a reload, and no other window has it. */
export function windowId(): string {
  const known = sessionStorage.getItem(name);
  if (known !== null) return known;
  const id = newKey();
  sessionStorage.setItem(name, id);
  return id;
}
