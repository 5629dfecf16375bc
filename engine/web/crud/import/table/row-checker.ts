import { isFormulaError } from '@back-office/contract/calls/import.ts';
import { checkRecord } from '@back-office/contract/resource/check-record.ts';
import type { DictField, Field } from '@back-office/contract/resource/field.ts';
import { sureFit } from '@back-office/contract/resource/surely-fits.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { theOffice } from '../../../platform/office/open-office.ts';
import type { GridCell } from './cell-of.ts';
import type { Choices } from './choices.ts';

/** The issues of a row, by column; the entry after the last column concerns the row as a whole. */
export type RowIssues = readonly (string | undefined)[];

/** Checks the cells of a row with the declaration's checks; undefined for a valid row. */
export type CheckRow = (cells: readonly GridCell[]) => RowIssues | undefined;

/**
 * The client-side check of a resource's rows. Only the server can resolve names and find duplicates. An empty cell takes
 * its field's default, as on the server.
 */
export function rowChecker(resource: Resource, choices: Choices): CheckRow {
  const { rules } = theOffice();
  const defaults = Object.fromEntries(resource.form.flatMap((name) => defaultOf(name, fieldOf(resource, name))));
  const mayLack = (name: string): boolean => name in defaults || fieldOf(resource, name).required !== true;
  const columns = resource.import.map((name, at) => {
    const field = fieldOf(resource, name);
    const keys = field.kind === 'dict' ? keysOf(field, choices) : undefined;
    // For these kinds a sheet holds the name of another record.
    const refers = ['reference', 'references', 'parent'].includes(field.kind);
    return { at, name, field, keys, refers, fits: sureFit(field), isOptional: mayLack(name) };
  });
  // Otherwise a required field may have no column.
  const isComplete = resource.form.every((name) => resource.import.includes(name) || mayLack(name));
  // Reused for all rows: nothing keeps a reference to it.
  const values: Record<string, unknown> = { ...defaults };
  return (cells) => {
    let issues: (string | undefined)[] | undefined;
    const addIssue = (at: number, message: string): void => {
      issues ??= Array.from({ length: columns.length + 1 }, () => undefined);
      issues[at] ??= message;
    };
    // Most rows are certainly valid, which is cheaper to find out than by the full check.
    let isSure = isComplete;
    for (const { at, name, field, keys, fits, refers: toRecord, isOptional } of columns) {
      const cell = cells[at] ?? null;
      if (isFormulaError(cell)) addIssue(at, `公式出错：${cell}`);
      if (toRecord) {
        if (field.required === true && cell === null) addIssue(at, `${field.label}不能为空`);
        // A name, whose id only the server can resolve.
      } else if (cell === null) {
        values[name] = defaults[name];
        isSure &&= isOptional;
      } else {
        const value = keys === undefined ? cell : keys.get(String(cell));
        if (value === undefined) addIssue(at, `${field.label}不在可选范围内：${String(cell).slice(0, 50)}`);
        values[name] = value ?? cell;
        isSure &&= fits(values[name]);
      }
    }
    if (isSure && resource.rules.every((rule) => (rules[rule]?.(values) ?? []).length === 0)) return issues;
    for (const { field, message } of checkRecord(resource, values, { whole: true, rules }).issues) {
      const column = columns.find(({ name }) => name === field);
      if (column?.refers !== true) addIssue(column?.at ?? columns.length, message);
    }
    return issues;
  };
}

const defaultOf = (name: string, field: Field): [string, unknown][] =>
  'default' in field && field.default !== undefined ? [[name, field.default]] : [];

function keysOf({ dict }: DictField, choices: Choices): ReadonlyMap<string, string> {
  const entries = choices[dict] ?? [];
  // A text that is one entry's label and another's value is read as the value.
  return new Map([...entries.map(({ label, value }) => [label, value] as const), ...entries.map(({ value }) => [value, value] as const)]);
}
