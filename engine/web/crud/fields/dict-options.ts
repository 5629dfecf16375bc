import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import { typedText } from '@back-office/contract/resource/typed-text.ts';

/** A choice of a dictionary (docs/spec.md 3): `key` is the dictValue as stored, `value` what it means by its type. */
export interface DictOption {
  key: string;
  label: string;
  value: unknown;
  colour: string | null;
}

/** Choices by the dictValue of the root entry that names the dictionary. */
export const dictOptions = (roots: readonly DictNode[]): ReadonlyMap<string, readonly DictOption[]> =>
  new Map(roots.map((root) => [root.dictValue, root.sysDicts.map(optionOf)]));

const optionOf = (node: DictNode): DictOption => ({
  key: node.dictValue,
  label: node.dictLabel,
  value: typedValue(node),
  colour: node.dictColor,
});

/** The value as its dictValueType says; as it stands where it is not of that type after all. */
const typedValue = ({ dictValue, dictValueType }: DictNode): unknown =>
  dictValueType === 'String' ? dictValue : (typedText(dictValue, dictValueType) ?? dictValue);
