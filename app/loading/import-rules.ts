import { join, sep } from 'node:path';
import { checkout, type OfficePlace, ourFile } from './office-place.mjs';
import { readManifest } from './read-manifest.ts';

/** The entry points that a company's folder may import, and nothing else of ours. */
const entries = ['contract', 'server', 'web', 'testing'] as const;

export type ImportResolution =
  /** A file of ours, by its path. */
  | { file: string }
  /** A package of this checkout: `first` takes precedence over the folder's own, `last` only if the folder has none. */
  | { checkout: 'first' | 'last' }
  /** The normal resolution. */
  | 'as usual';

/** Whether a file is one of the company's own, and not in a package that it installed. */
export const isOfOffice = ({ folder }: OfficePlace, file: string): boolean =>
  file.startsWith(folder + sep) && !file.slice(folder.length).includes(`${sep}node_modules${sep}`);

/**
 * How to resolve an import in a company's file. Throws an error if it names something that is not exported.
 *
 * Libraries that the product itself uses come from the product, so that there is one React and one Kysely; any other
 * comes from the company's own folder, or from the checkout if it has none.
 */
export function resolutionOf(specifier: string, importer: string): ImportResolution {
  if (/^([./]|[a-z]+:|#)/.test(specifier)) return 'as usual';
  const [scope = '', name = ''] = specifier.split('/');
  if (scope === 'back-office') {
    if (entries.some((entry) => specifier === `back-office/${entry}`)) return { file: ourFile(`app/entry/${name}.ts`) };
    throw refused(specifier, importer);
  }
  if (scope === '@back-office') throw refused(specifier, importer);
  return { checkout: ownPackages().has(specifier.startsWith('@') ? `${scope}/${name}` : scope) ? 'first' : 'last' };
}

/** Throws an error if a path import in a company's file leads to one of ours. */
export function refuseOwnPath(place: OfficePlace, file: string, specifier: string, importer: string): void {
  if (!specifier.startsWith('.') && !specifier.startsWith('/') && !specifier.startsWith('file:')) return;
  const within = file.startsWith(checkout + sep) && !place.folder.startsWith(file) && !isOfOffice(place, file);
  // The package itself is in a node_modules.
  if (within && !file.slice(checkout.length).includes(`${sep}node_modules${sep}`)) throw refused(specifier, importer);
}

const refused = (specifier: string, importer: string): Error =>
  new Error(
    `${importer} imports ${specifier}, which is not handed out: import from ${entries.map((entry) => `back-office/${entry}`).join(', ')}.`,
  );

let names: ReadonlySet<string> | undefined;

/** The packages that the product itself depends on. */
export function ownPackages(): ReadonlySet<string> {
  return (names ??= new Set(
    // The package has a single manifest.
    ['.', 'engine/contract', 'engine/server', 'engine/web', 'sys', 'app'].flatMap((workspace) =>
      Object.keys(readManifest(join(checkout, workspace)).dependencies ?? {}),
    ),
  ));
}
