import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, whatever the current folder is. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export const inRoot = (...parts) => join(root, ...parts);

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The JavaScript file behind a package's command, so that it runs on the Node we choose. */
export function commandFile(packageName, command = packageName, workspace = '.') {
  const places = [inRoot(workspace, 'node_modules', packageName), inRoot('node_modules', packageName)];
  const place = places.find((folder) => existsSync(join(folder, 'package.json')));
  if (!place) throw new Error(`${packageName} is not in node_modules; run npm ci.`);
  const { bin } = readJson(join(place, 'package.json'));
  return join(place, typeof bin === 'string' ? bin : bin[command]);
}
