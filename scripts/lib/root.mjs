import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packed } from '../../app/loading/office-place.mjs';

/** The folder of the project, independent of the current folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export const inRoot = (...parts) => join(root, ...parts);

/** The folder of the operator's data and settings: the package in node_modules contains none. */
export const home = packed ? process.cwd() : root;

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The JavaScript file behind a package's command, so that it runs on the Node we choose. */
export function commandFile(packageName, command = packageName, workspace = '.') {
  const place = packagePlace(packageName, inRoot(workspace));
  if (!place) throw new Error(`${packageName} is not in node_modules; run ${packed ? `npm install ${packageName}` : 'npm ci'}.`);
  const { bin } = readJson(join(place, 'package.json'));
  return join(place, typeof bin === 'string' ? bin : bin[command]);
}

/** The folder of a package, as Node resolves it from `from`; undefined if there is none. */
export function packagePlace(packageName, from = root) {
  const place = join(from, 'node_modules', packageName);
  if (existsSync(join(place, 'package.json'))) return place;
  return dirname(from) === from ? undefined : packagePlace(packageName, dirname(from));
}
