import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import { typedText } from '@back-office/contract/resource/typed-text.ts';

/** An entry of a dictionary (docs/spec.md 3): `key` is the dictValue as stored, `value` its typed value. */
export interface DictOption {
  key: string;
  label: string;
  value: unknown;
  colour: string | null;
}

/** The choices of every dictionary, keyed by the dictValue of its root entry. */
export const dictOptions = (roots: readonly DictNode[]): ReadonlyMap<string, readonly DictOption[]> =>
  new Map(roots.map((root) => [root.dictValue, root.sysDicts.map(optionOf)]));

const optionOf = (node: DictNode): DictOption => ({
  key: node.dictValue,
  label: node.dictLabel,
  value: typedValue(node),
  colour: node.dictColor,
});

/** The value converted to its dictValueType; unchanged if it cannot be converted. */
const typedValue = ({ dictValue, dictValueType }: DictNode): unknown =>
  dictValueType === 'String' ? dictValue : (typedText(dictValue, dictValueType) ?? dictValue);
