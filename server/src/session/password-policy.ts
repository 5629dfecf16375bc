import { limits } from '@back-office/contract/limits.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import { commonPasswords } from './common-passwords.ts';

/**
 * Why a new password is refused, in Chinese, or undefined when it is good: 8 to 256 characters, not a common one,
 * not holding the account (hardening.md A17). Any mix of characters will do.
 */
export function passwordFault(password: string, userAccount: string): string | undefined {
  const { min, max } = limits.password;
  if (password.length < min) return `密码不能少于 ${min} 个字符`;
  if (password.length > max) return `密码不能超过 ${max} 个字符`;
  if (!isPlainText(password)) return '密码含有不可见的控制字符';
  const folded = password.toLowerCase();
  if (commonPasswords.has(folded)) return '密码过于常见，请换一个';
  if (new Set(folded).size === 1) return '密码不能是同一个字符的重复';
  if (userAccount !== '' && folded.includes(userAccount.toLowerCase())) return '密码不能包含账号';
  return undefined;
}
