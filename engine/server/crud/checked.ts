import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow, RecordOf, WrittenOf } from '@back-office/contract/resource/row.ts';
import type { Context } from './context.ts';
import type { WritableRow } from './write-rows.ts';

/** A record as posted. */
export type Posted = Readonly<Record<string, unknown>>;

/** A record that passed its checks: the stored one (undefined for an insert) and the values to write. */
export interface Checked extends WritableRow {
  readonly current: AnyRow | undefined;
}

/** Writes checked records and returns them as stored; declared as a method, so that an implementation may narrow the type of its records. */
interface Writer<Row extends AnyRow> {
  write(this: void, context: Context, resource: Resource, checked: readonly Checked[]): Promise<Row[]>;
}
export type Writes<Row extends AnyRow> = Writer<Row>['write'];

/** The same for a declared resource, as its own part sees it: the engine passes a part only records of its own resource. */
export interface CheckedOf<R extends Resource> extends Checked {
  readonly values: Readonly<Partial<WrittenOf<R>>>;
  readonly current: RecordOf<R> | undefined;
}

/** What `writeAll` takes: values of the resource's fields (a secret may be hashed already), and for a change the stored record. */
export interface ToWrite<R extends Resource> {
  readonly id: string;
  readonly values: { readonly [Name in keyof WrittenOf<NoInfer<R>>]?: WrittenOf<NoInfer<R>>[Name] | { readonly hash: string } | undefined };
  readonly current?: AnyRow | undefined;
}
