import { withinOf } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { asIds } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { sameValue } from '../same-value.ts';
import type { Change } from './send-each.ts';

/** How a list of ids changes: replaced by the given ids, or the given ids added or removed. */
export type ListChange = 'set' | 'add' | 'remove';

/** A field that is to be changed in every record. */
export interface Chosen {
  readonly name: string;
  readonly value: unknown;
  readonly way: ListChange;
}

/** The fields that depend on this one, and are cleared with it: a value chosen within one organisation is invalid in another. */
export const dependentFields = (resource: Resource, name: string): string[] =>
  resource.form.filter((other) => withinOf(fieldOf(resource, other)) === name);

/** The changes to send; records that already have the new values are left out. */
export function planChanges(resource: Resource, rows: readonly AnyRow[], chosen: readonly Chosen[]): Change[] {
  return rows.flatMap((row) => {
    const values = valuesFor(resource, row, chosen);
    return Object.keys(values).length === 0 ? [] : [{ row, values }];
  });
}

function valuesFor(resource: Resource, row: AnyRow, chosen: readonly Chosen[]): Values {
  const next = chosen.map((one): [string, unknown] => [one.name, nextOf(row, one)]);
  const changed = next.filter(([name, value]) => !sameValue(row[name], value));
  const left = changed
    .flatMap(([name]) => dependentFields(resource, name))
    .filter((name) => !chosen.some((one) => one.name === name) && !sameValue(row[name], null));
  return Object.fromEntries([...changed, ...left.map((name): [string, unknown] => [name, null])]);
}

function nextOf(row: AnyRow, { name, value, way }: Chosen): unknown {
  if (way === 'set') return value ?? null;
  const [currentIds, givenIds] = [asIds(row[name]), asIds(value)];
  return way === 'add' ? [...new Set([...currentIds, ...givenIds])] : currentIds.filter((id) => !givenIds.includes(id));
}

/** The changes that undo these: for each changed record, its previous values against the version that is stored now. */
export const undoOf = (changes: readonly Change[], saved: readonly AnyRow[]): Change[] =>
  saved.flatMap((row) => {
    const change = changes.find((one) => one.row.id === row.id);
    if (change === undefined) return [];
    return [{ row, values: Object.fromEntries(Object.keys(change.values).map((name) => [name, change.row[name] ?? null])) }];
  });
