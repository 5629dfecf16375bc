import { commonPasswords } from './common-passwords.ts';
import { limits } from './limits.ts';
import { isPlainText } from './resource/plain-text.ts';

/** The owner of a new password. */
export interface PasswordOwner {
  account: string;
  name?: string;
  /** The syllables of the name. */
  pinyin?: readonly string[];
  phone?: string;
  /** The password that it replaces, if that was typed too. */
  before?: string;
}

interface Rule {
  label: string;
  /** The server's message when the rule is broken. */
  issue: (password: string, owner: PasswordOwner) => string | undefined;
}

const { min, max } = limits.password;

/** Character classes that are too weak alone for eight characters; a class of letters of other scripts is large enough. */
const classes = [/^[a-z]*$/, /^[A-Z]*$/, /^[0-9]*$/, /^[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]*$/];

/** In the order in which the server reports them. Any mix of characters is allowed (docs/hardening.md A17). */
const rules: readonly Rule[] = [
  {
    label: `${min} 到 ${max} 个字符`,
    issue: (password) => {
      if (password.length < min) return `密码不能少于 ${min} 个字符`;
      if (password.length > max) return `密码不能超过 ${max} 个字符`;
      // Sign-in accepts no control characters, not even a tab: they show that a form was decrypted with the wrong key.
      if (/\p{Cc}/u.test(password) || !isPlainText(password)) return '密码含有不可见的控制字符';
      // Sign-in trims the input (docs/spec.md 5): nobody could sign in with a password that begins or ends with a space.
      return password === password.trim() ? undefined : '密码的开头和结尾不能是空格';
    },
  },
  {
    label: `超过 ${min} 个字符，或混用大小写字母、数字和符号`,
    issue: (password) =>
      password.length === min && classes.some((one) => one.test(password))
        ? `${min} 个字符的密码不能只用一类字符，请加长或混用字母、数字和符号`
        : undefined,
  },
  {
    label: '不是常见密码，也不是同一字符的重复',
    issue: (password) => {
      const folded = password.toLowerCase();
      if (commonPasswords.has(folded)) return '密码过于常见，请换一个';
      return new Set(folded).size === 1 ? '密码不能是同一个字符的重复' : undefined;
    },
  },
  {
    label: '不包含账号',
    issue: (password, { account }) =>
      account !== '' && password.toLowerCase().includes(account.toLowerCase()) ? '密码不能包含账号' : undefined,
  },
];

const another: Rule = {
  label: '与原密码不同',
  issue: (password, { before }) => (password === before ? '新密码不能与原密码相同' : undefined),
};

const rulesFor = ({ before }: PasswordOwner): readonly Rule[] => (before === undefined ? rules : [another, ...rules]);

/** Why a new password is refused, in Chinese, or undefined if these rules accept it; `estimatePassword` then checks its strength. */
export function passwordIssue(password: string, owner: PasswordOwner): string | undefined {
  for (const { issue } of rulesFor(owner)) {
    const found = issue(password, owner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Each rule as shown during typing, and whether it is met; an empty password meets none. */
export const passwordRules = (password: string, owner: PasswordOwner): { label: string; met: boolean }[] =>
  [...rules, ...(owner.before === undefined ? [] : [another])].map(({ label, issue }) => ({
    label,
    met: password !== '' && issue(password, owner) === undefined,
  }));
