import type { Condition } from './field-kit.ts';

/** The value compared by `op`, or undefined. */
export const valueOf = (conditions: readonly Condition[], op: Condition['op']): string | undefined =>
  conditions.find((condition) => condition.op === op)?.value;

/** A condition, or none without a value: an empty value is dropped (docs/spec.md 5). */
export const conditionOf = (op: Condition['op'], value: string | null | undefined): Condition[] =>
  value === null || value === undefined || value.trim() === '' ? [] : [{ op, value }];

/** Alternative conditions: a repeated `eq` means OR (docs/wire.md "Generic calls"). */
export const anyOf = (values: readonly string[]): Condition[] => values.flatMap((value) => conditionOf('eq', value));

/** The values of conditions made by `anyOf`. */
export const chosen = (conditions: readonly Condition[]): string[] => conditions.filter(({ op }) => op === 'eq').map(({ value }) => value);
