import type { Browse } from './browse.ts';
import type { Field, Fields } from './field.ts';
import type { baseFields, ListOptions, Resource, Scope } from './resource.ts';

/* The types with which the compiler checks a declaration's names against its fields. */

type Base = typeof baseFields;

/** Names of the fields of a resource that declares `F`. */
export type NameIn<F extends Fields> = keyof (F & Base) & string;

/** Names of the fields that may be read: all but secrets. */
type ShownIn<F extends Fields> = Exclude<NameIn<F>, KindIn<F, { kind: 'secret' }>>;

/** Names of the fields of this kind, or of one of these kinds. */
type KindIn<F extends Fields, Wanted> = { [Name in NameIn<F>]: (F & Base)[Name] extends Wanted ? Name : never }[NameIn<F>];

type References<F extends Fields, To extends string = string> = KindIn<F, { kind: 'reference'; to: To }>;

/** Further constraints on a declaration's fields: `within` names a reference of it, `setWith` a time, and a field has only properties of its kind. */
type Checked<F extends Fields> = {
  readonly [Name in keyof F]: (F[Name] extends { within: string } ? { readonly within: References<F> } : unknown) &
    (F[Name] extends { setWith: string } ? { readonly setWith: KindIn<F, { kind: 'datetime' }> } : unknown) & {
      readonly [Other in Exclude<keyof F[Name], keyof Extract<Field, { kind: F[Name]['kind'] }>>]: { unknownProperty: Other };
    };
};

/** The lists of field names of a resource: shown lists name no secret, and an import may only write form fields. */
interface Lists<Name extends string, Shown extends string, Written extends string> {
  readonly label: Shown;
  readonly list: readonly Shown[];
  readonly search: readonly Shown[];
  readonly import: readonly Written[];
  readonly export: readonly Shown[];
  readonly sort: `${Shown}:${'asc' | 'desc'}`;
  readonly unique: readonly (readonly Name[])[];
}

/** The lists as a declaration gives them: only its fields and form determine the valid names, no list adds to them. */
type Given<F extends Fields, Form extends readonly string[]> = Lists<NoInfer<NameIn<F>>, NoInfer<ShownIn<F>>, NoInfer<Form[number]>>;

/** The argument of `defineResource`. `Hidden` are columns that the scope names but that are not fields. */
export interface Declared<F extends Fields, Table extends string, Form extends readonly string[], Hidden extends string>
  extends
    Pick<Resource, 'name' | 'title'>,
    Partial<Pick<Resource, 'operations' | 'ownChanges' | 'rules' | 'once'>>,
    Pick<Given<F, Form>, 'list' | 'label' | 'sort'>,
    Partial<Pick<Given<F, Form>, 'search' | 'import' | 'export' | 'unique'>> {
  readonly table: Table;
  readonly fields: F & Checked<F>;
  readonly form: Form;
  readonly listOptions?: ListOptions<NoInfer<ShownIn<F>>>;
  readonly browse?: Browse<NoInfer<ShownIn<F>>>;
  readonly scope?: Scope<
    NoInfer<References<F, 'sys/org'> | Hidden>,
    NoInfer<References<F, 'sys/user'> | Hidden>,
    NoInfer<NameIn<F> | Hidden>,
    Hidden
  >;
}

/** A declared resource with its field types. The engine accepts any of them as a `Resource`. */
export interface ResourceOf<F extends Fields, Table extends string, Form extends readonly string[], Hidden extends string>
  extends Lists<NameIn<F>, ShownIn<F>, Form[number]>, Pick<Resource, 'name' | 'title' | 'operations' | 'rules' | 'once'> {
  readonly table: Table;
  readonly fields: F & Base;
  readonly form: Form;
  readonly listOptions?: ListOptions<ShownIn<F>>;
  readonly browse: Browse<ShownIn<F>>;
  readonly scope?: Scope<References<F, 'sys/org'> | Hidden, References<F, 'sys/user'> | Hidden, NameIn<F> | Hidden, Hidden>;
}
