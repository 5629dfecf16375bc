import { commonPasswords } from './common-passwords.ts';
import { limits } from './limits.ts';
import { isPlainText } from './resource/plain-text.ts';

/** Whom a new password is for. */
export interface PasswordOwner {
  account: string;
  name?: string;
  /** The name's syllables. */
  pinyin?: readonly string[];
  phone?: string;
  /** The password that it replaces, where that was typed too. */
  before?: string;
}

interface Rule {
  label: string;
  /** Why the rule is broken, as the server answers it. */
  issue: (password: string, owner: PasswordOwner) => string | undefined;
}

const { min, max } = limits.password;

/** The classes of which eight characters are too few; letters of other scripts are many enough. */
const classes = [/^[a-z]*$/, /^[A-Z]*$/, /^[0-9]*$/, /^[\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]*$/];

/** In the order in which the server names what is wrong. Any mix of characters will do (docs/hardening.md A17). */
const rules: readonly Rule[] = [
  {
    label: `${min} 到 ${max} 个字符`,
    issue: (password) => {
      if (password.length < min) return `密码不能少于 ${min} 个字符`;
      if (password.length > max) return `密码不能超过 ${max} 个字符`;
      // Signing in takes none at all, not even a tab: a form in which one stands was read with the wrong key.
      if (/\p{Cc}/u.test(password) || !isPlainText(password)) return '密码含有不可见的控制字符';
      // Signing in trims what is typed (docs/spec.md 5): with a blank at its edge a password would let nobody in.
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

/** Why a new password is refused, in Chinese, or undefined when it is good as far as these rules see; then `estimatePassword` judges. */
export function passwordIssue(password: string, owner: PasswordOwner): string | undefined {
  for (const { issue } of rulesFor(owner)) {
    const found = issue(password, owner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Each rule as it is shown while one types, and whether it is met; nothing typed meets none. */
export const passwordRules = (password: string, owner: PasswordOwner): { label: string; met: boolean }[] =>
  [...rules, ...(owner.before === undefined ? [] : [another])].map(({ label, issue }) => ({
    label,
    met: password !== '' && issue(password, owner) === undefined,
  }));
