import { createDecipheriv, createHash } from 'node:crypto';
import { dayOf, loginCipher } from '@back-office/contract/cipher.ts';

const key = createHash('sha256').update(loginCipher.keyText).digest();

/**
 * Decrypts the fields of a sign-in form (docs/spec.md 7; docs/wire.md "Session"). Returns the readings of all fields
 * for each of three dates, today first: the IV of a wrong date does not fail, it yields other text. Empty if no date
 * yields text in every field. With `day`, only the reading of that date, if it is one of the three.
 */
export function readLoginFields(fields: readonly string[], now: Date, day?: string): string[][] {
  const days = [0, -1, 1].map((away) => dayBeside(now, away)).filter((one) => day === undefined || one === day);
  const readings = days.map((one) => {
    const iv = Buffer.from(loginCipher.iv(one));
    return fields.map((field) => decrypt(field, iv));
  });
  const whole = readings.filter((reading): reading is string[] => reading.every((text) => text !== undefined));
  return whole.filter((reading, at) => whole.findIndex((other) => other.join('\0') === reading.join('\0')) === at);
}

/** Enough for 256 characters of up to four bytes: the longest password must be accepted. */
const maxLength = 1400;

/** True for a text that can be a field of the form: standard base64 of whole blocks, in which a `+` may have become a space. */
export function isCiphertext(field: unknown): field is string {
  if (typeof field !== 'string' || field.length > maxLength) return false;
  const text = field.replaceAll(' ', '+');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0 && Buffer.from(text, 'base64').length % 16 === 0;
}

/** The local date `days` from now, in the format of the cipher's IV. */
function dayBeside(now: Date, days: number): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decrypt(field: string, iv: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, iv);
    const bytes = Buffer.concat([decipher.update(field.replaceAll(' ', '+'), 'base64'), decipher.final()]);
    const text = utf8.decode(bytes);
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
