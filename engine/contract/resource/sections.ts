import { fieldOf, type Resource } from './resource.ts';

/** Fields that stand together, and the heading above them; those before the first heading have none. */
export interface Section {
  readonly title: string | undefined;
  readonly names: readonly string[];
}

/** The fields that are shown, in the sections of the form; what is not in the form stands last. */
export function sectionsOf(resource: Resource, shown: readonly string[]): Section[] {
  const starts = resource.form.flatMap((name, at) => (at === 0 || fieldOf(resource, name).section !== undefined ? [at] : []));
  const sections = starts.map((from, nth): Section => {
    const [first = ''] = resource.form.slice(from);
    return {
      title: fieldOf(resource, first).section,
      names: resource.form.slice(from, starts[nth + 1]).filter((name) => shown.includes(name)),
    };
  });
  const others = shown.filter((name) => !resource.form.includes(name));
  const [only] = sections;
  if (sections.length <= 1 && only?.title === undefined) return [{ title: undefined, names: [...(only?.names ?? []), ...others] }];
  return [...sections, { title: '其他信息', names: others }].filter(({ names }) => names.length > 0);
}
