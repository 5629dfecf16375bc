import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';

/** A choice of a dictionary (spec.md 3): `key` is the dictValue as stored, `value` what it means by its type. */
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
function typedValue({ dictValue, dictValueType }: DictNode): unknown {
  if (dictValueType === 'String') return dictValue;
  if (dictValueType === 'Number') return Number.isFinite(Number(dictValue)) ? Number(dictValue) : dictValue;
  try {
    return JSON.parse(dictValue) as unknown;
  } catch {
    return dictValue;
  }
}
