import type { Fields } from './field.ts';
import type { Resource } from './resource.ts';

/** The fields under one heading; those before the first heading have none. */
export interface Section {
  readonly title: string | undefined;
  readonly names: readonly string[];
}

/** The names of a form, each followed by the server-written fields declared right after it: a record shows both. */
function withServerFields({ form = [], fields }: { readonly form?: readonly string[]; readonly fields: Fields }): readonly string[] {
  return Object.keys(fields).reduce((names, name, at, declared) => {
    if (fields[name]?.byServer !== true) return names;
    const before = declared.slice(0, at).findLast((other) => names.includes(other));
    return names.toSpliced(before === undefined ? 0 : names.indexOf(before) + 1, 0, name);
  }, form);
}

/** The heading above a field of a record: its own, or that of the nearest earlier field that has one. */
export function headingOf(resource: { readonly form?: readonly string[]; readonly fields: Fields }, name: string): string | undefined {
  const { fields } = resource;
  const names = withServerFields(resource);
  const begun = names.slice(0, names.indexOf(name) + 1).findLast((before) => fields[before]?.section !== undefined);
  return begun === undefined ? undefined : fields[begun]?.section;
}

/** The shown fields in the sections of the form; fields that are neither in the form nor written by the server come last. */
export function sectionsOf(resource: Resource, shown: readonly string[]): Section[] {
  const placed = withServerFields(resource);
  const sections = [...Map.groupBy(placed, (name) => headingOf(resource, name))].map(([title, names]): Section => ({
    title,
    names: names.filter((name) => shown.includes(name)),
  }));
  const others = shown.filter((name) => !placed.includes(name));
  const [only] = sections;
  if (sections.length <= 1 && only?.title === undefined) return [{ title: undefined, names: [...(only?.names ?? []), ...others] }];
  return [...sections, { title: '其他信息', names: others }].filter(({ names }) => names.length > 0);
}
