import { join, sep } from 'node:path';
import { checkout, type OfficePlace, ourFile } from './office-place.mjs';
import { readManifest } from './read-manifest.ts';

/** What a company's folder may import of ours, and nothing else. */
const entries = ['contract', 'server', 'web', 'testing'] as const;

export type Judged =
  /** A file of ours, by its path. */
  | { file: string }
  /** A package of this checkout: `first` before the folder's own, `last` where the folder has none. */
  | { checkout: 'first' | 'last' }
  /** As if nobody had asked. */
  | 'as usual';

/** Whether a file is one of the company's own, and not of a package that it installed. */
export const isOfOffice = ({ folder }: OfficePlace, file: string): boolean =>
  file.startsWith(folder + sep) && !file.slice(folder.length).includes(`${sep}node_modules${sep}`);

/**
 * What an import in a company's file means. Throws a sentence where it names what is not handed out.
 *
 * Libraries that the product itself uses come from the product, so that there is one React and one Kysely; any other from
 * the company's own folder, and from the checkout where it has none.
 */
export function judgeImport(specifier: string, importer: string): Judged {
  if (/^([./]|[a-z]+:|#)/.test(specifier)) return 'as usual';
  const [scope = '', name = ''] = specifier.split('/');
  if (scope === 'back-office') {
    if (entries.some((entry) => specifier === `back-office/${entry}`)) return { file: ourFile(`app/entry/${name}.ts`) };
    throw refused(specifier, importer);
  }
  if (scope === '@back-office') throw refused(specifier, importer);
  return { checkout: ownPackages().has(specifier.startsWith('@') ? `${scope}/${name}` : scope) ? 'first' : 'last' };
}

/** Throws a sentence where an import by its path leads from a company's file into ours. */
export function judgePath(place: OfficePlace, file: string, specifier: string, importer: string): void {
  if (!specifier.startsWith('.') && !specifier.startsWith('/') && !specifier.startsWith('file:')) return;
  const within = file.startsWith(checkout + sep) && !place.folder.startsWith(file) && !isOfOffice(place, file);
  // The package itself lies in a node_modules.
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
    // The package has one for all.
    ['.', 'engine/contract', 'engine/server', 'engine/web', 'sys', 'app'].flatMap((workspace) =>
      Object.keys(readManifest(join(checkout, workspace)).dependencies ?? {}),
    ),
  ));
}
