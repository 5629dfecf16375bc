import { passwordIssue, type PasswordOwner } from '@back-office/contract/password-rules.ts';
import type { Kysely } from 'kysely';
import { loadPinyin } from '../../platform/database/pinyin.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { verifyPassword } from './password.ts';

/** Why somebody's new password is refused, in Chinese; undefined for a good one. Uses the same functions as the browser. */
export async function checkPassword(password: string, owner: Omit<PasswordOwner, 'pinyin'>): Promise<string | undefined> {
  const issue = passwordIssue(password, owner);
  if (issue !== undefined) return issue;
  // Imported on use: with its lists it takes a few megabytes, which the start need not wait for.
  const [{ estimatePassword }, syllables] = await Promise.all([import('@back-office/contract/password-estimate.ts'), loadPinyin()]);
  return estimatePassword(password, { ...owner, pinyin: syllables(owner.name ?? '') }).issue;
}

/**
 * Whether the password is one of the person's last five, or the one in use. Only for a password that people set for
 * themselves, since the answer discloses an old password. Six slow hashes at the most.
 */
export async function isFormerPassword(db: Kysely<Tables>, userId: string, password: string): Promise<boolean> {
  const rows = await db
    .selectFrom('sys_user')
    .select('userPassword as hash')
    .where('id', '=', userId)
    .unionAll((former) =>
      former.parens(
        former
          .selectFrom('sys_password_history')
          .select('passwordHash as hash')
          .where('sysUserId', '=', userId)
          .orderBy('number', 'desc')
          .limit(5),
      ),
    )
    .execute();
  for (const { hash } of rows) if (await verifyPassword(password, hash)) return true;
  return false;
}

export const formerPasswordIssue = '新密码不能与最近用过的五个密码相同';
