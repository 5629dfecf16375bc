import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow, RecordOf, WrittenOf } from '@back-office/contract/resource/row.ts';
import type { Context } from './context.ts';
import type { WritableRow } from './write-rows.ts';

/** A record as posted. */
export type Posted = Readonly<Record<string, unknown>>;

/** A record that passed its checks: the stored one (none for an insert) and what is to be written. */
export interface Checked extends WritableRow {
  readonly current: AnyRow | undefined;
}

/** Writes checked records, and gives them as they are stored; as a method, so that it may know the records that it is given. */
interface Writer<Row extends AnyRow> {
  write(this: void, context: Context, resource: Resource, checked: readonly Checked[]): Promise<Row[]>;
}
export type Writes<Row extends AnyRow> = Writer<Row>['write'];

/** The same of a declared resource, as its own part knows it: the engine gives a part no other records. */
export interface CheckedOf<R extends Resource> extends Checked {
  readonly values: Readonly<Partial<WrittenOf<R>>>;
  readonly current: RecordOf<R> | undefined;
}
