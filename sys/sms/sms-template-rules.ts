import type { Rules } from '@back-office/contract/resource/rules.ts';
import { maxVariables, variablesOf } from './sms-text.ts';

/** The variables of a template can be told apart, and are not too many. */
export const smsTemplateRules: Rules = {
  templateVariables: ({ templateContent }) => {
    const message = typeof templateContent === 'string' ? variableIssue(templateContent) : undefined;
    return message === undefined ? [] : [{ field: 'templateContent', message }];
  },
};

function variableIssue(content: string): string | undefined {
  const names = variablesOf(content);
  if (names.some((name) => !/^[A-Za-z][A-Za-z0-9_]{0,29}$/.test(name)))
    return '变量名只能由字母、数字和下划线组成，以字母开头，最多 30 个字符';
  if (names.length > maxVariables) return `变量最多 ${maxVariables} 个`;
  // Side by side, nothing says where the value of one ends.
  return /\}\$\{/.test(content) ? '两个变量之间须有文字' : undefined;
}
