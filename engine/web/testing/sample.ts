import type { Field } from '@back-office/contract/resource/field.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';

/** A resource with the single field `one`, for testing a kind of field. */
export const sampleOf = (one: Field): Resource =>
  defineResource({
    name: 'sys/sample',
    title: '样本',
    table: 'sys_sample',
    label: 'sampleName',
    fields: { sampleName: { kind: 'text', label: '名称', max: 50 }, one },
    list: ['sampleName', 'one'],
    form: ['sampleName', 'one'],
    sort: 'createTime:desc',
  });

/** The answer of `select-options` with these choices; omitted properties are empty. */
export const optionsOf = (...labels: readonly string[]) => ({
  items: labels.map((label, at) => ({
    id: String(at + 1),
    label,
    parentId: null,
    parentLabel: null,
    hasChildren: false,
    withinLabel: null,
  })),
  total: labels.length,
});

/** The answer of dictionaries' `select-tree`: the labels of each, which are also the values, with an optional colour after a `#`. */
export const dictionaries = (given: Readonly<Record<string, readonly string[]>>) => ({
  items: Object.entries(given).map(([name, entries]) => ({ ...entry(name), sysDicts: entries.map(entry) })),
});

function entry(words: string) {
  const [label = '', colour] = words.split('#');
  return {
    id: label,
    dictLabel: label,
    dictValue: label,
    dictValueType: 'String',
    dictColor: colour === undefined ? null : `#${colour}`,
    sysDicts: [],
  };
}
