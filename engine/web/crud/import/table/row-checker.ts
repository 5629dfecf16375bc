import { checkRecord } from '@back-office/contract/resource/check-record.ts';
import type { DictField, Field } from '@back-office/contract/resource/field.ts';
import { sureFit } from '@back-office/contract/resource/surely-fits.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { theOffice } from '../../../platform/office/open-office.ts';
import type { GridCell } from './cell-of.ts';
import type { Choices } from './choices.ts';

/** What is wrong with a row, by column; after the last column what is wrong with the row as a whole. */
export type RowIssues = readonly (string | undefined)[];

/** Checks the cells of a row by the declaration's own checks; undefined where nothing is wrong. */
export type CheckRow = (cells: readonly GridCell[]) => RowIssues | undefined;

/**
 * The check of a resource's rows as far as it needs no server: what a name refers to, and what stands twice, only the
 * server knows. An empty cell takes its field's default, as it does there.
 */
export function rowChecker(resource: Resource, choices: Choices): CheckRow {
  const { rules } = theOffice();
  const columns = resource.import.map((name) => {
    const field = fieldOf(resource, name);
    return { name, field, fits: sureFit(field), refers: refers(field) };
  });
  const defaults = Object.fromEntries(resource.form.flatMap((name) => defaultOf(name, fieldOf(resource, name))));
  const keys = columns.map(({ field }) => (field.kind === 'dict' ? keysOf(field, choices) : undefined));
  // Else something may be missing that no column holds.
  const isComplete = resource.form.every(
    (name) => resource.import.includes(name) || name in defaults || fieldOf(resource, name).required !== true,
  );
  return (cells) => {
    const values: Record<string, unknown> = { ...defaults };
    let issues: (string | undefined)[] | undefined;
    const issue = (at: number, message: string): void => {
      issues ??= Array.from({ length: columns.length + 1 }, () => undefined);
      issues[at] ??= message;
    };
    // Nearly every row fits for sure, which is known without the whole check.
    let isSure = isComplete;
    for (const [at, { name, field, fits, refers: toRecord }] of columns.entries()) {
      const cell = cells[at] ?? null;
      if (toRecord) {
        if (field.required === true && cell === null) issue(at, `${field.label}不能为空`);
        // The name stands for an id that only the server knows.
      } else if (cell === null) isSure &&= field.required !== true || name in defaults;
      else {
        const known = keys[at];
        const key = known?.get(String(cell));
        if (known !== undefined && key === undefined) issue(at, `${field.label}不在可选范围内：${String(cell).slice(0, 50)}`);
        values[name] = key ?? cell;
        isSure &&= fits(values[name]);
      }
    }
    if (isSure && resource.rules.every((rule) => (rules[rule]?.(values) ?? []).length === 0)) return issues;
    for (const { field, message } of checkRecord(resource, values, { whole: true, rules }).issues) {
      const at = columns.findIndex(({ name }) => name === field);
      const own = columns[at]?.field;
      if (own === undefined || !refers(own)) issue(at === -1 ? columns.length : at, message);
    }
    return issues;
  };
}

/** True for the kinds of which a sheet holds the name of another record. */
const refers = ({ kind }: Field): boolean => kind === 'reference' || kind === 'references' || kind === 'parent';

const defaultOf = (name: string, field: Field): [string, unknown][] =>
  'default' in field && field.default !== undefined ? [[name, field.default]] : [];

function keysOf({ dict }: DictField, choices: Choices): ReadonlyMap<string, string> {
  const entries = choices[dict] ?? [];
  // A label that is another entry's value means that entry's value.
  return new Map([...entries.map(({ label, value }) => [label, value] as const), ...entries.map(({ value }) => [value, value] as const)]);
}
