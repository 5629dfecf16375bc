import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { QueryClient } from '@tanstack/react-query';
import { dictOptions } from '../fields/dict-options.ts';
import { everyDict } from '../fields/use-dict.ts';
import type { Choices } from './table/choices.ts';

/** Reads the entries of the dictionaries that a resource's import columns use. */
export async function readChoices(queries: QueryClient, resource: Resource): Promise<Choices> {
  const dicts = resource.import.flatMap((name) => {
    const field = fieldOf(resource, name);
    return field.kind === 'dict' ? [field.dict] : [];
  });
  if (dicts.length === 0) return {};
  const options = dictOptions((await queries.fetchQuery(everyDict)).items);
  return Object.fromEntries(dicts.map((dict) => [dict, (options.get(dict) ?? []).map(({ key, label }) => ({ value: key, label }))]));
}
