import { deviceHeader } from '@back-office/contract/calls/login.ts';
import { toBase64Url } from './base64.ts';

const key = 'device';

/**
 * What shows this browser to accounts that have signed in here before, so that nobody's guesses elsewhere keep them out
 * (docs/decisions/0033-guessing.md). It opens nothing by itself; signing out leaves it.
 */
export function deviceHeaders(): Record<string, string> {
  let secret = localStorage.getItem(key);
  if (secret === null) {
    secret = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
    localStorage.setItem(key, secret);
  }
  return { [deviceHeader]: secret };
}
