import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/*
 * The client's encryption of passwords, written from docs/wire.md "Session" alone: tests that reused the server's own constants would not notice if
 * those were wrong.
 */

/** A field of the sign-in form: base64 of AES-256-CBC for the date `YYYYMMDD`. */
export function encryptField(text: string | Buffer, day: string): string {
  const key = createHash('sha256').update('Authorization').digest();
  const cipher = createCipheriv('aes-256-cbc', key, `${day}********`);
  return Buffer.concat([cipher.update(Buffer.from(text as string)), cipher.final()]).toString('base64');
}

/** The local date as `YYYYMMDD`, `days` from the given one. */
export function dayOf(date: Date, days = 0): string {
  const moved = new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${moved.getFullYear()}${two(moved.getMonth() + 1)}${two(moved.getDate())}`;
}

/** A parameter of update-password, sealed under the session's key. */
export function sealParameter(value: string, name: string, secretKey: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secretKey, 'base64'), iv);
  cipher.setAAD(Buffer.from(name));
  return `v1.${Buffer.concat([iv, cipher.update(value), cipher.final(), cipher.getAuthTag()]).toString('base64url')}`;
}
