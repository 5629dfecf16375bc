import type { Fault } from './check-record.ts';

type Rule = (values: Readonly<Record<string, unknown>>) => Fault[];

/**
 * Rules that join fields, by the name a declaration gives in `rules`. Each sees the values to be stored (on an update:
 * the stored record with the new values over it) and gives its faults; both sides run them after every single field
 * has passed.
 */
export const rules: Readonly<Record<string, Rule>> = {
  dictValueOfType: ({ dictValue, dictValueType }) =>
    typeof dictValue !== 'string' || isOfType(dictValue, dictValueType)
      ? []
      : [{ field: 'dictValue', message: `字典值不是有效的 ${String(dictValueType)}` }],
  passwordNotAccount: ({ userAccount, userPassword }) =>
    typeof userPassword === 'string' &&
    typeof userAccount === 'string' &&
    userAccount !== '' &&
    userPassword.toLowerCase().includes(userAccount.toLowerCase())
      ? [{ field: 'userPassword', message: '密码不能包含账号' }]
      : [],
};

function isOfType(text: string, type: unknown): boolean {
  if (type === 'Number') return text.trim() !== '' && Number.isFinite(Number(text));
  if (type !== 'Object' && type !== 'Array') return true;
  try {
    const value: unknown = JSON.parse(text);
    return type === 'Array' ? Array.isArray(value) : typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
