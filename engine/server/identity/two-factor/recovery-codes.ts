import { createHash, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

const count = 10;
// Without the letters and digits that people confuse when they copy them by hand.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** The form of a code once spaces, hyphens and small letters are normalised: 16 letters and digits, 78 random bits. */
const shape = /^[A-Z0-9]{16}$/;

/** Generates a person's ten recovery codes; earlier ones become invalid. They are stored as hashes. */
export async function renewRecoveryCodes(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () => Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join(''));
  await db.deleteFrom('sys_recovery_code').where('sysUserId', '=', userId).execute();
  await db
    .insertInto('sys_recovery_code')
    .values(codes.map((code) => ({ sysUserId: userId, codeHash: hashOf(code) })))
    .execute();
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/** A recovery code in the form in which it is hashed; undefined for a text that cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return shape.test(code) ? code : undefined;
}

/** Uses up a code; true if it was valid and unused. */
export async function consumeRecoveryCode(db: Kysely<Tables>, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sys_recovery_code')
    .where('sysUserId', '=', userId)
    .where('codeHash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
