import type { Resource } from './resource.ts';

const maxFilters = 3;
const cardFields = 3;

/** The fields that the search box searches. */
export const searchedFields = ({ browse, label }: Resource): readonly string[] => browse.find ?? [label];

/** The filters that are always shown. */
export function alwaysFilters({ browse, search, fields }: Resource): readonly string[] {
  const hasFewChoices = (name: string): boolean => ['dict', 'boolean'].includes(fields[name]?.kind ?? '');
  return browse.filters ?? search.filter(hasFewChoices).slice(0, maxFilters);
}

/** The fields of a card besides the label: first its state, which is the last dictionary field of the list. */
export function cardOf({ browse, list, label, fields }: Resource): readonly string[] {
  if (browse.card !== undefined) return browse.card;
  const state = list.findLast((name) => fields[name]?.kind === 'dict');
  const others = list.filter((name) => name !== label && name !== state && fields[name]?.kind !== 'parent');
  return [...(state === undefined ? [] : [state]), ...others].slice(0, cardFields);
}
