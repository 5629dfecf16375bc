import { createHash } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this checkout, or of the installed package. */
export const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Whether this is the package under node_modules, where each of our sources is JavaScript (docs/decisions/0054-packages.md). */
export const packed = !existsSync(join(checkout, 'app/entry/contract.ts'));

/**
 * The path of one of our sources, by its path in the checkout.
 *
 * @param {string} path
 */
export const ourFile = (path) => join(checkout, packed ? path.replace(/\.tsx?$/, '.js') : path);

/**
 * The location of a company's office and of its build output: two offices beside one checkout never overwrite each other's
 * builds.
 *
 * @typedef {object} OfficePlace
 * @property {string} folder the company's folder, links resolved
 * @property {Readonly<Record<string, string>>} files its files by the names under which ours import them
 * @property {string} made the folder for what is made of it
 * @property {string} dist the built browser part
 */

/**
 * Finds the office that OFFICE names, from the folder `base`; undefined without one. Throws an error that names the
 * file and the cure.
 *
 * @param {string | undefined} given
 * @param {string} [base]
 * @returns {OfficePlace | undefined}
 */
export function findOffice(given, base = process.cwd()) {
  if (given === undefined || given === '') return undefined;
  const named = resolve(base, given);
  if (!existsSync(named)) throw new Error(`OFFICE is ${given}, but ${named} does not exist: give the folder of an office.`);
  if (!statSync(named).isDirectory())
    throw new Error(`OFFICE is ${given}, but ${named} is no folder: give the folder that holds office.ts.`);
  const folder = realpathSync(named);
  if (!existsSync(join(folder, 'office.ts')))
    throw new Error(
      `OFFICE is ${given}, but ${join(folder, 'office.ts')} does not exist: write it, or make a new office with npx back-office new.`,
    );
  const made = madeOf(folder);
  return { folder, files: filesOf(folder), made, dist: join(made, 'dist') };
}

/**
 * In a checkout each office has its own folder; a package belongs to one office.
 *
 * @param {string} folder
 */
function madeOf(folder) {
  if (packed) return join(folder, '.cache');
  return join(checkout, '.cache/office', `${basename(folder)}-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`);
}

/** @param {string} folder */
function filesOf(folder) {
  const sides = { '#office': ['office.ts'], '#office/server': ['server.ts'], '#office/web': ['web.tsx', 'web.ts'] };
  const found = Object.entries(sides).flatMap(([name, files]) => {
    const file = files.find((each) => existsSync(join(folder, each)));
    return file === undefined ? [] : [[name, join(folder, file)]];
  });
  return Object.fromEntries(found);
}
