import type { Field, Fields } from '@back-office/contract/resource/field.ts';
import type { ColumnType } from 'kysely';

/** SQL types of columns, and the types of their values here (`value-types.ts`). A `yesNo` is a text that is 是 or 否. */
interface SqlValues {
  uuid: string;
  text: string;
  yesNo: '是' | '否';
  int4: number;
  int8: number;
  xid8: string;
  bool: boolean;
  bytea: Buffer;
  timestamptz: string;
  date: string;
  json: unknown;
  jsonb: unknown;
  'uuid[]': string[];
  'text[]': string[];
}
type SqlType = keyof SqlValues;

/** The types that may be written where they differ from those read. JSON is written as text: the driver turns a list into an SQL array. */
interface WrittenValues extends Omit<SqlValues, 'timestamptz' | 'json' | 'jsonb' | 'uuid[]' | 'text[]'> {
  timestamptz: string | Date;
  json: string;
  jsonb: string;
  'uuid[]': readonly string[];
  'text[]': readonly string[];
}

/** A column as the migrations create it: its type, with `?` if it may be null and `=` if the database has a default. */
export type ColumnSpec = `${SqlType}${'' | '?' | '='}`;
/** A table's columns by their names here, in camel case. */
export type TableSpec = Readonly<Record<string, ColumnSpec>>;

type Column<Spec> = Spec extends SqlType
  ? ColumnType<SqlValues[Spec], WrittenValues[Spec], WrittenValues[Spec]>
  : Spec extends `${infer Type extends SqlType}?`
    ? ColumnType<SqlValues[Type] | null, WrittenValues[Type] | null | undefined, WrittenValues[Type] | null>
    : Spec extends `${infer Type extends SqlType}=`
      ? ColumnType<SqlValues[Type], WrittenValues[Type] | undefined, WrittenValues[Type]>
      : never;

/** The tables of these specifications as Kysely sees them. */
export type TablesOf<Specs extends Readonly<Record<string, TableSpec>>> = {
  [Table in keyof Specs]: { [Name in keyof Specs[Table]]: Column<Specs[Table][Name]> } & AddedTo<Table>;
};

/** The columns that modules add to other modules' tables, by module and table; such a module extends this interface. */
export interface AddedColumns {}

type AddedTo<Table> = Together<AddedOf<AddedColumns[keyof AddedColumns], Table>>;
type AddedOf<Modules, Table> = Modules extends unknown ? (Table extends keyof Modules ? Modules[Table] : never) : never;
/** The intersection of a union's members; an empty object type for an empty union. */
type Together<Union> = [Union] extends [never]
  ? object
  : (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
    ? All
    : never;

/** The columns of fields that a module adds to another's table. They may be empty, even if the form requires them. */
export type ColumnsOf<Added extends { readonly fields: Fields }> = {
  [Name in keyof Added['fields'] as Added['fields'][Name]['kind'] extends 'references' ? never : Name]: Column<
    (typeof ofKind)[Added['fields'][Name]['kind']]
  >;
};

const ofKind = {
  text: 'text?',
  longText: 'text?',
  dict: 'text?',
  colour: 'text?',
  secret: 'text?',
  boolean: 'yesNo=',
  number: 'int4?',
  datetime: 'timestamptz?',
  date: 'date?',
  reference: 'uuid?',
  parent: 'uuid?',
  file: 'uuid?',
  ids: 'uuid[]=',
  texts: 'text[]=',
  json: 'jsonb?',
  references: undefined,
} as const satisfies Record<Field['kind'], ColumnSpec | undefined>;

/** The columns of every resource's records. */
export const ofEvery = {
  id: 'uuid',
  version: 'int4=',
  createTime: 'timestamptz=',
  createUser: 'uuid?',
  updateTime: 'timestamptz=',
  updateUser: 'uuid?',
} as const;

type Required<Spec, F> = F extends { required: true } ? (Spec extends `${infer Type}?` ? Type : Spec) : Spec;
type OfFields<F extends Fields> = {
  [Name in keyof F as F[Name]['kind'] extends 'references' ? never : Name]: Required<(typeof ofKind)[F[Name]['kind']], F[Name]>;
};
type DeclaredSpec<F extends Fields, Beside> = Omit<OfFields<F>, keyof typeof ofEvery | keyof Beside> & typeof ofEvery & Beside;

/**
 * The columns of a declared resource: those of its fields, and `beside` them those that no field names, or for which
 * the database requires more than the form.
 * @example
 * export const agreementTables = { acme_agreement: declaredTable(org, { labelPinyin: 'text?' }) } as const;
 */
export function declaredTable<const F extends Fields, const Beside extends TableSpec>(
  resource: { readonly fields: F },
  beside: Beside,
): { [Name in keyof DeclaredSpec<F, Beside>]: DeclaredSpec<F, Beside>[Name] } {
  const columns = Object.entries<Field>(resource.fields).flatMap(([name, field]) => {
    const spec = ofKind[field.kind];
    if (spec === undefined) return [];
    return [[name, field.required === true ? spec.replace('?', '') : spec]];
  });
  return { ...Object.fromEntries(columns), ...ofEvery, ...beside } as DeclaredSpec<F, Beside>;
}
