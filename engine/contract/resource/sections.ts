import type { Fields } from './field.ts';
import type { Resource } from './resource.ts';

/** Fields that stand together, and the heading above them; those before the first heading have none. */
export interface Section {
  readonly title: string | undefined;
  readonly names: readonly string[];
}

/** The heading that a field of a form stands below: its own, or else that of the nearest field before it that has one. */
export function headingOf({ form = [], fields }: { readonly form?: readonly string[]; readonly fields: Fields }, name: string) {
  const begun = form.slice(0, form.indexOf(name) + 1).findLast((before) => fields[before]?.section !== undefined);
  return begun === undefined ? undefined : fields[begun]?.section;
}

/** The fields that are shown, in the sections of the form; what is not in the form stands last. */
export function sectionsOf(resource: Resource, shown: readonly string[]): Section[] {
  const written = Map.groupBy(resource.form, (name) => headingOf(resource, name));
  const sections = [...written].map(([title, names]): Section => ({ title, names: names.filter((name) => shown.includes(name)) }));
  const others = shown.filter((name) => !resource.form.includes(name));
  const [only] = sections;
  if (sections.length <= 1 && only?.title === undefined) return [{ title: undefined, names: [...(only?.names ?? []), ...others] }];
  return [...sections, { title: '其他信息', names: others }].filter(({ names }) => names.length > 0);
}
