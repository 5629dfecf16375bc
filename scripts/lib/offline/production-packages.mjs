import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { companyFiles } from '../company-files.mjs';
import { packagePlace, readJson } from '../root.mjs';

/**
 * The folders of all packages that a company's folder needs to serve, by their paths in it: the dependencies of its
 * package.json, and theirs in turn. Throws a message if one is missing, or is outside the folder.
 */
export function productionPackages(company) {
  const found = new Set();
  const add = (folder) => {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = readJson(join(folder, 'package.json'));
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      // An optional peer is included only if something depends on it.
      if (peerDependenciesMeta[name]?.optional === true && !(name in dependencies)) continue;
      const place = packagePlace(name, folder);
      if (place === undefined && name in optionalDependencies) continue;
      if (place === undefined) throw new Error(`${name}, which ${folder} needs, is not installed: run npm install.`);
      if (!realpathSync(place).startsWith(company + sep))
        throw new Error(`${name} lies outside of ${company}: install it there with npm install, without a link.`);
      if (found.has(place)) continue;
      found.add(place);
      add(place);
    }
  };
  add(company);
  const paths = [...found].map((place) => relative(company, place)).sort((one, other) => (one < other ? -1 : 1));
  // A nested package is included in its parent.
  return paths.filter((path) => !paths.some((other) => path.startsWith(other + sep)));
}

/** The files of a company's folder that go to another machine besides packages, and what is left out: none of its data and secrets. */
export function packedFiles(company, environment) {
  const { files, left } = companyFiles(company, environment);
  return { files: files.filter((file) => !/(?:^|\/)\.env[^/]*$/.test(file)), left };
}

/** The commands of the included packages. */
export const commandEntries = (company) =>
  ['back-office', 'node'].map((name) => join('node_modules/.bin', name)).filter((path) => existsSync(join(company, path)));
