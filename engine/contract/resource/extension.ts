import type { Fields } from './field.ts';
import { fieldLists, type Resource } from './resource.ts';
import { headingOf } from './sections.ts';

/**
 * Fields that a module adds to a resource of another module: they come after the existing fields in every list that names them. In the form they come
 * at the end of its last section, or of the one whose heading is their `section`.
 */
export interface Extension {
  /** The resource, such as sys/user. */
  readonly resource: string;
  /** Their names begin with the module's, as in `acmeBadge`, and so do their columns, which a migration of the module adds. */
  readonly fields: Fields;
  readonly list?: readonly string[];
  readonly form?: readonly string[];
  readonly import?: readonly string[];
  /** Defaults to `list`, as `export` does. */
  readonly search?: readonly string[];
  readonly export?: readonly string[];
  /** Lists of fields whose values are unique together, each with at least one of the added fields. */
  readonly unique?: readonly (readonly string[])[];
}

/** The lists of an extension, whose names the compiler checks against its fields. */
type Named<F extends Fields> = { readonly [List in (typeof fieldLists)[number]]?: readonly (keyof F & string)[] };

/**
 * Declares fields for a resource of another module; a misspelt name in a list does not compile.
 * @example
 * export const badge = defineExtension({
 *   resource: 'sys/user',
 *   fields: { acmeBadge: { kind: 'text', label: '工牌号', section: '组织与角色', max: 20, log: 'plain' } },
 *   list: ['acmeBadge'],
 *   form: ['acmeBadge'],
 * });
 */
export const defineExtension = <const F extends Fields>(
  declared: Pick<Extension, 'resource' | 'unique'> & { readonly fields: F } & Named<NoInfer<F>>,
): Omit<Extension, 'fields'> & { readonly fields: F } => declared;

/** The resource with the extensions' fields added, in order. */
export function extendResource(resource: Resource, extensions: readonly Extension[]): Resource {
  return extensions.reduce<Resource>((extended, added) => {
    const { list = [], form = [], search = list, import: imported = [], export: exported = list, unique = [] } = added;
    const fields = { ...extended.fields, ...added.fields };
    const last = headingOf(resource, resource.form.at(-1) ?? '');
    return {
      ...extended,
      fields,
      list: [...extended.list, ...list],
      form: form.reduce((names, name) => inSection({ form: names, fields }, name, headingOf(added, name) ?? last), extended.form),
      search: [...extended.search, ...search],
      import: [...extended.import, ...imported],
      export: [...extended.export, ...exported],
      unique: [...extended.unique, ...unique],
    };
  }, resource);
}

/** The form with one more name, after the last field under this heading; at the very end if the heading is new. */
function inSection(written: Pick<Resource, 'form' | 'fields'>, name: string, heading: string | undefined): readonly string[] {
  const after = written.form.findLastIndex((other) => headingOf(written, other) === heading);
  return after === -1 ? [...written.form, name] : written.form.toSpliced(after + 1, 0, name);
}

/** Names in the lists of an extension that are not among its fields. */
export const unknownNames = (extension: Extension): string[] =>
  fieldLists.flatMap((list) => (extension[list] ?? []).filter((name) => !Object.hasOwn(extension.fields, name)));
