import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { recordIn } from '@back-office/contract/record-in.ts';
import { atProviderSeconds } from './login-browser.ts';
import type { AskedProvider } from './sign-in-way.ts';

/** Which way somebody goes in which browser, to which origin they come back, and the path that they want afterwards. */
interface Trip {
  readonly way: string;
  readonly origin: string;
  readonly browser: string;
}

/**
 * Makes the `state` of a trip to a provider: sealed by the browser's secret, so that it is worth nothing in another browser or
 * at another provider, and nothing is stored here for whoever only asks.
 */
export function makeState({ way, browser }: Trip, redirect: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(browser), iv).setAAD(Buffer.from(way));
  const text = JSON.stringify({ redirect, until: Date.now() + atProviderSeconds * 1000 });
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The path that was wanted; undefined for a state of another browser or way, and one that is over. */
export function readState({ way, browser }: Trip, state: string): string | undefined {
  const bytes = Buffer.from(state, 'base64url');
  if (bytes.length < 29 || bytes.toString('base64url') !== state) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(browser), bytes.subarray(0, 12)).setAAD(Buffer.from(way));
    decipher.setAuthTag(bytes.subarray(-16));
    const text = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    const { redirect, until } = recordIn(JSON.parse(text));
    return typeof redirect === 'string' && typeof until === 'number' && until > Date.now() ? redirect : undefined;
  } catch {
    return undefined;
  }
}

/** What only this browser can ask and be answered with. */
export function askedOf({ way, origin, browser }: Trip, state: string): AskedProvider {
  const made = (what: string): string => createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url');
  return { state, nonce: made('nonce'), verifier: made('verifier'), callback: `${origin}/api/login/${way}/callback` };
}

const keyOf = (browser: string): Buffer => createHash('sha256').update(`state ${browser}`).digest();
