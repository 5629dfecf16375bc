import type { Office } from './office.ts';

/** A module's part on one side, with its features by name. */
interface ModulePart {
  readonly name: string;
  readonly features: readonly { readonly name: string }[];
}

/**
 * One sentence for each part of a side whose name no feature of its module has. The module lists deliberately omitted features in `leftOut`; any
 * other unknown name is a spelling mistake, and its part would silently do nothing. Modules that the office does not have are skipped.
 */
export function strayParts({ modules }: Pick<Office, 'modules'>, side: string, parts: readonly ModulePart[]): string[] {
  return parts.flatMap(({ name: module, features }) => {
    const officeModule = modules.find(({ name }) => name === module);
    if (officeModule === undefined) return [];
    const known = new Set([...officeModule.features, ...(officeModule.leftOut ?? [])].map(({ name }) => name));
    return features
      .filter(({ name }) => !known.has(name))
      .map(
        ({ name }) =>
          `${module} has a ${side} of ${name}, but no feature of that name: call it as its feature.ts does, ` +
          `or name the feature in leftOut of the module ${module}`,
      );
  });
}
