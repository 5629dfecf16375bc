import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { ReactNode } from 'react';
import type { Aria } from './aria-of.ts';

/** A record as a field sees it: its values, and the labels of its references. */
export type Values = Readonly<Record<string, unknown>>;

/** A single comparison of a filter, as in the query: `like=field:value` and so on (docs/wire.md "Generic calls"). */
export interface Condition {
  op: 'like' | 'eq' | 'ge' | 'le' | 'under';
  value: string;
}

/** The props of a cell. */
export interface CellProps<F extends Field = Field, Row = Values> {
  resource: Resource;
  field: F;
  name: string;
  /** Never null, empty text or an empty list: `FieldValue` shows those. */
  value: unknown;
  /** The value's record, which contains the label of a reference. */
  row: Row;
  /** Text without colour or frame, for a place that has its own. */
  plain: boolean;
}

/** The props that antd's Form.Item passes to its child, and the further ones of a kind. An empty input yields null. */
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
 * How a kind of field is shown, edited and filtered; a kind without a Filter cannot be filtered. A kit for a single field of a resource is typed by
 * its records: `FieldKit<DictField, DraftOf<typeof sms>>`. The parts are methods, which TypeScript compares bivariantly: each is only ever rendered
 * with fields of its own kind.
 */
export interface FieldKit<F extends Field = Field, Row = Values> {
  Cell(this: void, props: CellProps<F, Row>): ReactNode;
  Input(this: void, props: InputProps<F, Row>): ReactNode;
  Filter?(this: void, props: FilterProps<F>): ReactNode;
}

/** The input and filter of a kind, downloaded with the first form or filter; cells are in `cell-of.ts`. */
export type InputKit<F extends Field = Field> = Omit<FieldKit<F>, 'Cell'>;
