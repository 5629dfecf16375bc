import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { FieldChange } from '@back-office/contract/calls/history.ts';
import { type Field, hasLabel, labelName } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Stood } from '../platform/live/live-event.ts';
import { scopeValuesOf } from '../identity/rights/reach.ts';

/** One record's change, as the operation log receives it. */
export interface Change {
  readonly resource: Resource;
  /** 新增, 修改, 删除 … */
  readonly type: string;
  readonly id: string;
  /** The label of the record. */
  readonly target: string;
  readonly fields: readonly FieldChange[];
  /** An additional message, such as the number of the import batch. */
  readonly message?: string;
  /** What decides which data scopes reached a deleted record, since nothing of it may be left to read when people and programs are notified. */
  readonly stood?: Stood;
}

/**
 * The change of a record, for `context.record`: the fields that differ, as far as they may be logged. `before` is undefined for a new record, `after`
 * for a deleted one. Of a secret it says only that it was `written`.
 * @example
 * // Logs a change that `writeAll` did not make, such as your own SQL statement, under its own name.
 * export async function tellSigned(context: Context, before: RowOf<typeof agreement>): Promise<void> {
 *   const after = await select(context, agreement, before.id);
 *   await context.record(context, [{ ...changeOf(agreement, before, after), type: '签署' }]);
 * }
 */
export function changeOf(
  resource: Resource,
  before: AnyRow | undefined,
  after: AnyRow | undefined,
  written: Readonly<Record<string, unknown>> = {},
): Change {
  const row = after ?? before;
  const shown = (side: AnyRow | undefined, name: string, field = fieldOf(resource, name)): unknown =>
    loggedField(field, side?.[hasLabel(field) ? labelName(name) : name] ?? null);
  const fields = Object.entries(resource.fields).flatMap(([name, field]): FieldChange[] => {
    const { label, log } = field;
    if (field.kind === 'secret') return typeof written[name] === 'string' ? [{ field: name, label, before: null, after: '******' }] : [];
    if (log === undefined || isDeepStrictEqual(before?.[name] ?? null, after?.[name] ?? null)) return [];
    return [{ field: name, label, before: shown(before, name), after: shown(after, name) }];
  });
  const type = before === undefined ? '新增' : after === undefined ? '删除' : '修改';
  const stood = after === undefined ? { stood: scopeValuesOf(resource, row) } : {};
  return { resource, type, id: row?.id ?? '', target: textOf(shown(row, resource.label)), fields, ...stood };
}

/** A field's value as the operation log may show it: secrets never, phones masked (docs/hardening.md (g)). */
export function loggedField({ kind, log }: Field, value: unknown): unknown {
  if (kind === 'secret') return '******';
  return log === 'mask' ? masked(value, kind) : value;
}

/** Logged values as the present declaration allows: a field may have become secret or masked since. What is masked stays as it is. */
export function shownNow(fields: Resource['fields'], name: string, value: unknown): unknown {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined || (value ?? null) === null || JSON.stringify(value).includes('****') ? value : loggedField(field, value);
}

/** Logged changes, if they are any, each side of them so. */
export const changesNow = <Changes>({ fields }: Pick<Resource, 'fields'>, changes: Changes): Changes | FieldChange[] =>
  Array.isArray(changes)
    ? changes.map((one: FieldChange) => ({
        ...one,
        before: shownNow(fields, one.field, one.before),
        after: shownNow(fields, one.field, one.after),
      }))
    : changes;

/** Kinds of few values, or of which the ends say too much. */
const hidden: readonly Field['kind'][] = ['number', 'date', 'datetime', 'boolean', 'dict', 'colour', 'ids', 'file', 'json'];

/** Masks each value that is not empty; of texts from three characters on the ends remain: 138****5678. */
function masked(value: unknown, kind: Field['kind']): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, kind));
  if (value === null || value === '') return value;
  const characters = typeof value === 'string' ? Array.from(value) : [];
  if (characters.length < 3 || hidden.includes(kind)) return '****';
  const kept = characters.length >= 11 ? 3 : 1;
  return [...characters.slice(0, kept), '****', ...(characters.length > 7 ? characters.slice(-4) : [])].join('');
}
