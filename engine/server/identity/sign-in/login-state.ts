import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { atProviderSeconds } from './login-browser.ts';
import type { AuthorizationRequest } from '../ways/sign-in-way.ts';

/** The sign-in method, the browser, and the origin to return to. */
interface Trip {
  readonly way: string;
  readonly origin: string;
  readonly browser: string;
}

/** Most characters of a state; with a longer one, the person arrives at the first page. */
const maxStateLength = 4000;

/**
 * Creates the `state` of a trip to a provider: sealed with the browser's secret, so that it is worthless in another
 * browser or at another provider, and nothing is stored here for a mere request.
 */
export function makeState(trip: Trip, redirect: string, most = maxStateLength): string {
  const { way, browser } = trip;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(browser), iv).setAAD(Buffer.from(way));
  const text = `${(seconds() + atProviderSeconds).toString(36)} ${redirect}`;
  const state = lettersOf(Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]));
  return state.length > most && redirect !== '' ? makeState(trip, '', most) : state;
}

/** The path to open afterwards; undefined for a state of another browser or method, and an expired one. */
export function readState({ way, browser }: Trip, state: string): string | undefined {
  const bytes = bytesOf(state);
  if (bytes === undefined || bytes.length < 29) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(browser), bytes.subarray(0, 12)).setAAD(Buffer.from(way));
    decipher.setAuthTag(bytes.subarray(-16));
    const text = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    const [until = '', redirect] = text.split(/ (.*)/s);
    return parseInt(until, 36) > seconds() ? redirect : undefined;
  } catch {
    return undefined;
  }
}

/** Encodes bytes as letters and digits, the only characters that every provider is sure to return; each value has one spelling. */
const lettersOf = (bytes: Buffer): string => BigInt(`0x1${bytes.toString('hex')}`).toString(36);

function bytesOf(letters: string): Buffer | undefined {
  if (!/^[1-9a-z][0-9a-z]*$/.test(letters) || letters.length > maxStateLength) return undefined;
  let sum = 0n;
  for (const digit of letters) sum = sum * 36n + BigInt(parseInt(digit, 36));
  const hex = sum.toString(16);
  return hex.startsWith('1') && hex.length % 2 === 1 ? Buffer.from(hex.slice(1), 'hex') : undefined;
}

/** The parameters of the request to the provider, which only this browser can compute. */
export function authorizationRequestOf({ way, origin, browser }: Trip, state: string): AuthorizationRequest {
  const derive = (what: string): string => createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier'), callback: `${origin}/api/login/${way}/callback` };
}

const seconds = (): number => Math.floor(Date.now() / 1000);

const keyOf = (browser: string): Buffer => createHash('sha256').update(`state ${browser}`).digest();
