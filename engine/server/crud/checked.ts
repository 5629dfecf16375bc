import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow, RowOf, WrittenOf } from '@back-office/contract/resource/row.ts';
import type { WritableRow } from './write-rows.ts';

/** A record as posted. */
export type Posted = Readonly<Record<string, unknown>>;

/** A record that passed its checks: the stored one (none for an insert) and what is to be written. */
export interface Checked extends WritableRow {
  readonly current: AnyRow | undefined;
}

/** The same of a declared resource, as its own part knows it: the engine gives a part no other records. */
export interface CheckedOf<R extends Resource> extends Checked {
  readonly values: Readonly<Partial<WrittenOf<R>>>;
  readonly current: RowOf<R> | undefined;
}
