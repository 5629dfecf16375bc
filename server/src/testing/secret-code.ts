import { codeAt, stepOf } from '../two-step/totp.ts';

const values = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows at `now` for a secret written in base32, `away` steps from it. */
export function secretCode(secret: string, now: Date, away = 0): string {
  const bits = secret.split('').map((letter) => values.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return codeAt(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepOf(now) + away);
}
