import type { Rules } from '@back-office/contract/resource/rules.ts';
import { typedText } from '@back-office/contract/resource/typed-text.ts';

/** A dictionary's value is a text of the type that it says. */
export const dictRules: Rules = {
  dictValueOfType: ({ dictValue, dictValueType }) =>
    typeof dictValue !== 'string' || isOfType(dictValue, dictValueType)
      ? []
      : [{ field: 'dictValue', message: `字典值应为${typeWords[String(dictValueType)] ?? ''}` }],
};

const typeWords: Readonly<Record<string, string>> = {
  Number: '数字，例如 12 或 -1.5',
  Object: ' JSON 对象，例如 {"a": 1}',
  Array: ' JSON 列表，例如 [1, 2]',
};

const isOfType = (text: string, type: unknown): boolean =>
  (type !== 'Number' && type !== 'Object' && type !== 'Array') || typedText(text, type) !== undefined;
