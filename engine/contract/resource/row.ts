import type { FieldKind, Fields } from './field.ts';

/** A record of any resource in its wire format: a field without a value is null. */
export interface AnyRow {
  id: string;
  version: number;
  [name: string]: unknown;
}

/** The type of each kind's values, in database rows and on the wire alike: datetimes and dates are texts (`2026-03-01 08:00:00`, `2026-03-01`). */
export interface ValueOf extends Record<FieldKind, unknown> {
  text: string;
  longText: string;
  number: number;
  datetime: string;
  date: string;
  boolean: '是' | '否';
  dict: string;
  colour: string;
  secret: string;
  reference: string;
  references: string[];
  ids: string[];
  texts: string[];
  parent: string;
  file: string;
  json: unknown;
}

/** The fields in every record that only the server writes. A type rather than an interface, so that every row is an `AnyRow`. */
export type BaseRow = {
  id: string;
  version: number;
  createTime: string;
  createUser: string | null;
  updateTime: string;
  updateUser: string | null;
};

/** Fields that are never null: required ones, booleans (which have a default) and lists (which may be empty). */
type Filled = { required: true } | { kind: 'boolean' | 'ids' | 'texts' | 'references' };

/**
 * A record of this resource, in the database and on the wire: `RowOf<typeof user>`. Secrets are omitted, since they are never read. The labels that
 * come with references (`sysOrgIdLabel`) are not columns and not included, nor are properties that a single call adds.
 * @example
 * const nameOf = (row: RowOf<typeof user>): string | null => row.userName;
 */
export type RowOf<R extends { readonly fields: Fields }> = BaseRow & {
  [Name in keyof R['fields'] as Name extends keyof BaseRow ? never : R['fields'][Name]['kind'] extends 'secret' ? never : Name]:
    | ValueOf[R['fields'][Name]['kind']]
    | (R['fields'][Name] extends Filled ? never : null);
};

/** The labels that come with references: a text for one, a list in the same order for several. */
type LabelsOf<F extends Fields> = {
  [Name in keyof F & string as F[Name]['kind'] extends 'reference' | 'parent' ? `${Name}Label` : never]: string | null;
} & { [Name in keyof F & string as F[Name]['kind'] extends 'references' ? `${Name}Label` : never]: string[] };

/** A record of this resource with its labels, as a page or a view reads it. */
export type RecordOf<R extends { readonly fields: Fields }> = RowOf<R> & LabelsOf<R['fields']>;

/** A record that may not exist yet: a draft has no id and only default values, and an empty list has no record at all. */
export type DraftOf<R extends { readonly fields: Fields }> = Partial<RecordOf<R>>;

/** A record as returned by the save that created it: with its generated password, shown once. */
export type SavedOf<R extends { readonly fields: Fields }> = RecordOf<R> & { oneTimePassword?: string };

/** The values of a record that may be written, including secrets; only the server writes the base fields. */
export type WrittenOf<R extends { readonly fields: Fields }> = {
  [Name in keyof R['fields'] as Name extends keyof BaseRow ? never : Name]:
    | ValueOf[R['fields'][Name]['kind']]
    | (R['fields'][Name] extends Filled ? never : null);
};
