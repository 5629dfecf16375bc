import { maxVariables, variablesOf } from '@back-office/sys/sms/sms-text.ts';
import { typedText } from './typed-text.ts';
import type { Fault } from './fault.ts';

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
      : [{ field: 'dictValue', message: `字典值应为${typeWords[String(dictValueType)] ?? ''}` }],
  passwordNotAccount: ({ userAccount, userPassword }) =>
    typeof userPassword === 'string' &&
    typeof userAccount === 'string' &&
    userAccount !== '' &&
    userPassword.toLowerCase().includes(userAccount.toLowerCase())
      ? [{ field: 'userPassword', message: '密码不能包含账号' }]
      : [],
  noticeTargets: ({ msgScope, msgStatus, targetIds }) =>
    msgStatus === '已发布' && msgScope !== '全部' && (!Array.isArray(targetIds) || targetIds.length === 0)
      ? [{ field: 'targetIds', message: '发布前请选择接收对象' }]
      : [],
  noticeExpiry: ({ publishTime, expireTime }) =>
    typeof publishTime === 'string' && typeof expireTime === 'string' && expireTime < publishTime
      ? [{ field: 'expireTime', message: '失效时间不能早于发布时间' }]
      : [],
  templateVariables: ({ templateContent }) => {
    const message = typeof templateContent === 'string' ? variableFault(templateContent) : undefined;
    return message === undefined ? [] : [{ field: 'templateContent', message }];
  },
};

const typeWords: Readonly<Record<string, string>> = {
  Number: '数字，例如 12 或 -1.5',
  Object: ' JSON 对象，例如 {"a": 1}',
  Array: ' JSON 列表，例如 [1, 2]',
};

function variableFault(content: string): string | undefined {
  const names = variablesOf(content);
  if (names.some((name) => !/^[A-Za-z][A-Za-z0-9_]{0,29}$/.test(name)))
    return '变量名只能由字母、数字和下划线组成，以字母开头，最多 30 个字符';
  if (names.length > maxVariables) return `变量最多 ${maxVariables} 个`;
  // Side by side, nothing says where the value of one ends.
  return /\}\$\{/.test(content) ? '两个变量之间须有文字' : undefined;
}

const isOfType = (text: string, type: unknown): boolean =>
  (type !== 'Number' && type !== 'Object' && type !== 'Array') || typedText(text, type) !== undefined;
