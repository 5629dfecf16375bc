import { labelName } from '@back-office/contract/resource/field.ts';
import { type Resource, shownField } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';

/** The list queries about a field: with the hidden record's value, whole and in parts, and without it. */
export function queriesOf(resource: Resource, name: string, row: AnyRow): string[] {
  const field = shownField(resource, name);
  if (field === undefined) return [];
  const value = [row[name]].flat().find((one) => one !== null && one !== undefined && one !== '');
  const label = [row[labelName(name)]].flat()[0];
  const queries = [`sort=${name}:asc`, `sort=${name}:desc`, `eq=${name}:`, `like=${name}:0`];
  const add = (operator: string, text: unknown) => queries.push(`${operator}=${name}:${encodeURIComponent(textOf(text).slice(0, 90))}`);
  if (value !== undefined) {
    add('eq', value);
    add('like', textOf(label ?? value).slice(0, 4));
    if (['text', 'number', 'datetime', 'date'].includes(field.kind)) for (const one of ['ge', 'le']) add(one, value);
    if (field.kind === 'reference' || field.kind === 'parent') add('under', value);
    if (name === resource.label) queries.push(`search=${encodeURIComponent(textOf(value).slice(0, 20))}`);
  }
  return queries;
}
