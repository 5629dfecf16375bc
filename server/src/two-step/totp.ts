import { createHmac } from 'node:crypto';

/** Seconds of one time step, and digits of a code: what every authenticator app takes for granted. */
const stepSeconds = 30;
const codeDigits = 6;

/** The code of a time step (RFC 6238 over RFC 4226, with HMAC-SHA-1). */
export function codeAt(secret: Buffer, step: number, digits: number = codeDigits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(at) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step of a moment. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The step that a code belongs to: now's, or the one before or after, as clocks differ. Undefined for a wrong code. */
export function matchStep(secret: Buffer, code: string, now: Date): number | undefined {
  const step = stepOf(now);
  return [step, step - 1, step + 1].find((candidate) => codeAt(secret, candidate) === code);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as base32 without padding (RFC 4648), as authenticator apps read them. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}
