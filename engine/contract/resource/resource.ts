import type { Browse } from './browse.ts';
import { type Field, type Fields, withinOf } from './field.ts';

/** The generic calls a resource answers (docs/wire.md "Generic calls"). */
export type Operation = 'create' | 'select' | 'select-page' | 'save' | 'save-batch' | 'delete' | 'export';

/**
 * What ties a record to data scopes (docs/wire.md "Fields": dataScope): the field that names its organisation (`id` for
 * an organisation itself) and the field that names the person it belongs to. Where only a person is named, their
 * organisation is the record's.
 */
export interface Scope<Org = string, Person = string, Of = string, Hidden = string> {
  readonly org?: 'id' | Org;
  readonly person?: 'id' | Person;
  /** The field that names the resource from which the record was taken: people see it here only if they could read and reach it there. */
  readonly of?: Of;
  /** Columns that this scope names and no field does: nobody sees, filters or writes them. */
  readonly hidden?: readonly Hidden[];
}

/** A field with two values, or one that people switch between two of its values. */
export interface Toggle {
  readonly values: readonly [on: string, off: string];
  /** By value, the question asked before a switch whose effect cannot be undone, such as signing people out. */
  readonly ask?: Readonly<Record<string, string>>;
}

/** How a list shows its columns; every name is the name of a field. */
export interface ListOptions<Name extends string = string> {
  /** Columns of the list that nobody sees until they tick them in 列设置. */
  readonly hidden?: readonly Name[];
  /** An image that stands beside the field by which a record is known. */
  readonly picture?: Name;
  /** The field shown below it, in small letters. */
  readonly below?: Name;
  /** Values that people carry elsewhere: each has a button that copies it, in the list and in the record. */
  readonly copy?: readonly Name[];
  /** Fields of the form that may be changed in many records at once. */
  readonly batch?: readonly Name[];
  /** Fields of the form that have a switch in the list, for people who may edit the record. */
  readonly toggle?: Readonly<Partial<Record<Name, Toggle>>>;
}

/**
 * A resource, declared once as data and read by both sides. Lists of names say what each screen shows; nothing is
 * shown or written that its list does not name.
 */
export interface Resource {
  /** The URL under /api and the name that rights hang on, such as sys/user. */
  readonly name: string;
  /** What one record is called, such as 用户. */
  readonly title: string;
  readonly table: string;
  /** The field by which a record is known where another refers to it. */
  readonly label: string;
  readonly fields: Fields;
  readonly list: readonly string[];
  readonly listOptions?: ListOptions;
  readonly form: readonly string[];
  /** What the list page offers to filter and sort by; its call takes more (`shownField`). */
  readonly search: readonly string[];
  readonly import: readonly string[];
  readonly export: readonly string[];
  /** Default order of a page, `field:asc` or `field:desc`. */
  readonly sort: string;
  /** Lists of fields whose values together are unique. */
  readonly unique: readonly (readonly string[])[];
  /** Which generic calls are offered; a log offers neither create nor save. */
  readonly operations: readonly Operation[];
  /** Rules that join fields, by name (`rules.ts`). */
  readonly rules: readonly string[];
  /** The fields that decide whether a record lies in a user's data scope; without it everyone with the right sees all records. */
  readonly scope?: Scope;
  /** How its list is searched and filtered. */
  readonly browse: Browse;
  /** A value, with its label, that the save that created a record answers once: a secret that cannot be read again. */
  readonly once?: Readonly<Record<string, string>>;
}

/** A resource with the fields of this one and any lists: the form in which its own part receives it, and may vary it. */
export type WithFieldsOf<R extends Resource> = Omit<Resource, 'fields'> & Pick<R, 'fields'>;

/** The fields that every record has (docs/wire.md "Fields"). The server alone writes them. */
export const baseFields = {
  createTime: { kind: 'datetime', label: '创建时间', width: 170 },
  createUser: { kind: 'reference', label: '创建人', to: 'sys/user', width: 110 },
  updateTime: { kind: 'datetime', label: '更新时间', width: 170 },
  updateUser: { kind: 'reference', label: '更新人', to: 'sys/user', width: 110 },
} as const satisfies Fields;

/** The lists of a resource that a field may be named in. */
export const fieldLists = ['list', 'form', 'search', 'import', 'export'] as const;

/** What a log offers; its other calls of the pattern say that the system writes it (docs/wire.md "Generic calls"). */
export const logOperations = ['select', 'select-page', 'delete', 'export'] as const;

/**
 * The field's declaration; a name that the resource lacks is a bug, so it throws.
 * @example
 * const { label } = fieldOf(org, 'orgName');
 */
export function fieldOf(resource: Resource, name: string): Field {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field === undefined) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

/** The field of this name if a page shows its values: then it can be filtered and sorted by (docs/wire.md "Generic calls"). */
export function shownField(resource: Resource, name: string): Field | undefined {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field?.kind === 'secret' || field?.kind === 'json' ? undefined : field;
}

/** Name of the reference that a record of a tree has in common with its parent, or undefined. */
export function sharedByParent(resource: Resource): string | undefined {
  const parent = parentFieldOf(resource);
  return parent === undefined ? undefined : withinOf(fieldOf(resource, parent));
}

/** Name of the tree-parent field, or undefined for a resource that is not a tree. */
export function parentFieldOf(resource: Resource): string | undefined {
  return Object.keys(resource.fields).find((name) => resource.fields[name]?.kind === 'parent');
}
