import { deviceHeader } from '@back-office/contract/calls/login.ts';
import { storeLocally } from '../store/store-locally.ts';
import { toBase64Url } from './base64.ts';

const key = 'device';
/** Of this page, if the browser cannot store it: both steps of a sign-in come from one browser. */
let unstored: string | undefined;

/**
 * Identifies this browser for accounts that have signed in here before, so that guesses made elsewhere do not lock them out
 * (docs/decisions/0033-guessing.md). It grants no access by itself, and is kept on sign-out.
 */
export function deviceHeaders(): Record<string, string> {
  const stored = localStorage.getItem(key);
  if (stored !== null) return { [deviceHeader]: stored };
  unstored ??= toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  storeLocally(key, unstored);
  return { [deviceHeader]: unstored };
}
