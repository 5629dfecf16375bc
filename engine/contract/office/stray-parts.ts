import type { Office } from './office.ts';

/** What a module does on one side: values under the names of its features. */
interface ModulePart {
  readonly name: string;
  readonly features: readonly { readonly name: string }[];
}

/**
 * Says, a sentence each, which values of a side stand under a name that no feature of their module has. That a feature is
 * left out on purpose its module says in `leftOut`; any other name is misspelt, and would silently do nothing. A
 * module that the office does not have says nothing.
 */
export function strayParts({ modules }: Pick<Office, 'modules'>, side: string, parts: readonly ModulePart[]): string[] {
  return parts.flatMap(({ name: module, features }) => {
    const there = modules.find(({ name }) => name === module);
    if (there === undefined) return [];
    const known = new Set([...there.features, ...(there.leftOut ?? [])].map(({ name }) => name));
    return features
      .filter(({ name }) => !known.has(name))
      .map(
        ({ name }) =>
          `${module} has a ${side} of ${name}, but no feature of that name: call it as its feature.ts does, ` +
          `or name the feature in leftOut of the module ${module}`,
      );
  });
}
