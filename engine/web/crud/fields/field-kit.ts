import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { ReactNode } from 'react';
import type { Aria } from './aria-of.ts';

/** A record as far as a field looks at it: its values, and the labels that came with them. */
export type Values = Readonly<Record<string, unknown>>;

/** One comparison of a filter as it travels: `like=field:value` and so on (docs/wire.md "Generic calls"). */
export interface Condition {
  op: 'like' | 'eq' | 'ge' | 'le' | 'under';
  value: string;
}

/** What draws a value gets. */
export interface CellProps<F extends Field = Field, Row = Values> {
  resource: Resource;
  field: F;
  name: string;
  /** Never null, empty text or an empty list: `FieldValue` shows those. */
  value: unknown;
  /** The record the value stands in, for the label that came with it. */
  row: Row;
  /** Text without colour or frame, for a place that has its own. */
  plain: boolean;
}

/** What antd's Form.Item hands to its child, and what a kind needs besides. An empty input gives null. */
export interface InputProps<F extends Field = Field, Row = Values> extends Aria {
  resource: Resource;
  field: F;
  name: string;
  row: Row;
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
}

export interface FilterProps<F extends Field = Field> {
  resource: Resource;
  field: F;
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
}

/**
 * How a kind of field is shown, typed in and searched by; a kind without a Filter cannot be searched. One that stands for a
 * single field of a resource knows its records, `FieldKit<DictField, DraftOf<typeof sms>>`. Its parts are methods: each is
 * drawn with its own kind of field alone, whoever draws it.
 */
export interface FieldKit<F extends Field = Field, Row = Values> {
  Cell(this: void, props: CellProps<F, Row>): ReactNode;
  Input(this: void, props: InputProps<F, Row>): ReactNode;
  Filter?(this: void, props: FilterProps<F>): ReactNode;
}

/** How a kind is typed in and searched by: fetched with the first form or filter. `cell-of.ts` says how it is shown. */
export type InputKit<F extends Field = Field> = Omit<FieldKit<F>, 'Cell'>;
