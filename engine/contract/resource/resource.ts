import type { Browse } from './browse.ts';
import { type Field, type Fields, withinOf } from './field.ts';

/** The generic calls that a resource may offer (docs/wire.md "Generic calls"). */
export type Operation = 'create' | 'select' | 'select-page' | 'save' | 'save-batch' | 'delete' | 'export';

/**
 * The fields that tie a record to data scopes (docs/wire.md "Fields": dataScope): the field with its organisation (`id` for an organisation itself)
 * and the field with the person it belongs to. If only a person is named, the record counts to that person's organisation.
 */
export interface Scope<Org = string, Person = string, Of = string, Hidden = string> {
  readonly org?: 'id' | Org;
  readonly person?: 'id' | Person;
  /** The field with the name of the resource from which the record was taken: people see it here only if they could read and reach it there. */
  readonly of?: Of;
  /** Columns of the scope that are not fields: nobody sees, filters or writes them. */
  readonly hidden?: readonly Hidden[];
}

/** The two values between which a switch toggles a field: all that it has, or two of several. */
export interface Toggle {
  readonly values: readonly [on: string, off: string];
  /** By value, the question shown before a switch to it, if its effect cannot be undone, such as signing people out. */
  readonly ask?: Readonly<Record<string, string>>;
}

/** How a list shows its columns; every name is the name of a field. */
export interface ListOptions<Name extends string = string> {
  /** Columns of the list that are hidden until a user selects them in 列设置. */
  readonly hidden?: readonly Name[];
  /** An image shown beside the label. */
  readonly picture?: Name;
  /** The field shown below the label, in small print. */
  readonly below?: Name;
  /** The text of a list without records, 还没有 and the title by default. */
  readonly empty?: string;
  /** Values that people use elsewhere: each has a copy button, in the list and in the record. */
  readonly copy?: readonly Name[];
  /** Form fields that can be changed in many records at once. */
  readonly batch?: readonly Name[];
  /** Form fields with a switch in the list, for people who may edit the record. */
  readonly toggle?: Readonly<Partial<Record<Name, Toggle>>>;
}

/**
 * A resource, declared once as data and used by both sides. Lists of names define what each screen shows; a field that no list names is neither shown
 * nor written.
 */
export interface Resource {
  /** The URL under /api and the name on which permissions are granted, such as sys/user. */
  readonly name: string;
  /** The title of one record, such as 用户. */
  readonly title: string;
  readonly table: string;
  /** The field that stands for the record where another refers to it. */
  readonly label: string;
  readonly fields: Fields;
  readonly list: readonly string[];
  readonly listOptions?: ListOptions;
  readonly form: readonly string[];
  /** The fields by which the list page can filter and sort; the call accepts more (`shownField`). */
  readonly search: readonly string[];
  readonly import: readonly string[];
  readonly export: readonly string[];
  /** The default order of a page, `field:asc` or `field:desc`. */
  readonly sort: string;
  /** Lists of fields whose values are unique together. */
  readonly unique: readonly (readonly string[])[];
  /** The generic calls that the resource offers; a log offers neither create nor save. */
  readonly operations: readonly Operation[];
  /** What calls of its own do to its records, beside the generic ones: an upload adds files. Webhooks offer these events too. */
  readonly ownChanges?: readonly ('added' | 'changed' | 'deleted')[];
  /** Rules across fields, by name (`rules.ts`). */
  readonly rules: readonly string[];
  /** The fields that decide whether a record is within a user's data scope; without it everyone with the permission sees all records. */
  readonly scope?: Scope;
  /** How the list is searched and filtered. */
  readonly browse: Browse;
  /** A value, with its label, that only the save that created the record returns: a secret that cannot be read again. */
  readonly once?: Readonly<Record<string, string>>;
}

/** A resource with the fields of this one and any lists: the type in which its own part receives it and may vary it. */
export type WithFieldsOf<R extends Resource> = Omit<Resource, 'fields'> & Pick<R, 'fields'>;

/** The fields of every record (docs/wire.md "Fields"). Only the server writes them. */
export const baseFields = {
  createTime: { kind: 'datetime', label: '创建时间', width: 170 },
  createUser: { kind: 'reference', label: '创建人', to: 'sys/user', width: 110 },
  updateTime: { kind: 'datetime', label: '更新时间', width: 170 },
  updateUser: { kind: 'reference', label: '更新人', to: 'sys/user', width: 110 },
} as const satisfies Fields;

/** The lists of a resource that name fields. */
export const fieldLists = ['list', 'form', 'search', 'import', 'export'] as const;

/** The calls that a log offers; its other generic calls answer that the system writes it (docs/wire.md "Generic calls"). */
export const logOperations = ['select', 'select-page', 'delete', 'export'] as const;

/**
 * The field's declaration; throws for a name that the resource lacks, which is a bug.
 * @example
 * const { label } = fieldOf(org, 'orgName');
 */
export function fieldOf(resource: Resource, name: string): Field {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field === undefined) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

/** The field with this name if a page shows its values: then it can be filtered and sorted by (docs/wire.md "Generic calls"). */
export function shownField(resource: Resource, name: string): Field | undefined {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return field?.kind === 'secret' || field?.kind === 'json' ? undefined : field;
}

/** True for a time that only use sets, such as the last sign-in: no form and no operation writes it, and it changes without a new version. */
export const isTimeOfUse = ({ fields, form }: Resource, name: string): boolean =>
  fields[name]?.kind === 'datetime' && fields[name].byServer !== true && !form.includes(name) && !Object.hasOwn(baseFields, name);

/** The name of the reference that a tree record shares with its parent, or undefined. */
export function sharedByParent(resource: Resource): string | undefined {
  const parent = parentFieldOf(resource);
  return parent === undefined ? undefined : withinOf(fieldOf(resource, parent));
}

/** The name of the parent field, or undefined for a resource that is not a tree. */
export function parentFieldOf(resource: Resource): string | undefined {
  return Object.keys(resource.fields).find((name) => resource.fields[name]?.kind === 'parent');
}
