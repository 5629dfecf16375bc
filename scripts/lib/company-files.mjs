import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What lies in DATA_DIR; it may be the company's folder itself. */
const dataNames = new Set(['database', 'files', 'last-backup.json', '.socket', '.lock', '.lock-pid']);

/**
 * The files of a company's folder that belong to its sources, by their paths, without installed and generated files,
 * and in `left` the folders of data, those that cannot be read, and the archives, which may be backups, that were found
 * and left out. Names for which `skip` is true are in neither, and folders of such a name are not entered.
 *
 * @param {string} company
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {(name: string) => boolean} skip
 */
export function companyFiles(company, { DATA_DIR: dataDir, BACKUP_DIR: backupDir }, skip = () => false) {
  const named = [company, process.cwd()].flatMap((base) => [dataDir, backupDir].filter(Boolean).map((folder) => resolve(base, folder)));
  const archives = archivesOf(company);
  const [files, left] = [[], []];
  const add = (folder) => {
    for (const entry of entriesOf(company, folder, left)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isTop = folder === '';
      if (entry.name === '.git' || (isTop && /^(?:node_modules|data|\.cache)$/.test(entry.name))) continue;
      if (isTop && holdsData(company) && dataNames.has(entry.name)) continue;
      if (skip(entry.name)) continue;
      const place = join(company, path);
      // They may be links.
      if (named.includes(place) || holdsData(place)) left.push(path);
      else if (entry.isDirectory()) add(path);
      else if (/\.(?:tar\.gz|tgz)$/.test(entry.name) && !archives.has(place)) left.push(path);
      else files.push(path);
    }
  };
  add('');
  const inOrder = (paths) => paths.sort((one, other) => (one < other ? -1 : 1));
  return { files: inOrder(files), left: inOrder(left) };
}

/** An embedded database, or the files of one. */
const holdsData = (folder) => existsSync(join(folder, 'database/PG_VERSION')) || existsSync(join(folder, 'files/store-id'));

/** What is in a folder: nothing of one that has vanished, or that its owner lets nobody else read, which is left out. */
function entriesOf(company, folder, left) {
  try {
    return readdirSync(join(company, folder), { withFileTypes: true });
  } catch (error) {
    if (folder === '' || !/^(?:EACCES|EPERM|ENOENT)$/.test(error.code)) throw error;
    if (error.code !== 'ENOENT') left.push(folder);
    return [];
  }
}

/** The archives that npm installs from the folder. */
function archivesOf(company) {
  const read = (name) => (existsSync(join(company, name)) ? JSON.parse(readFileSync(join(company, name), 'utf8')) : {});
  const { dependencies, devDependencies, optionalDependencies, overrides } = read('package.json');
  const resolved = Object.values(read('package-lock.json').packages ?? {}).map((entry) => entry.resolved);
  return new Set(textsOf([dependencies, devDependencies, optionalDependencies, overrides, resolved]).map((from) => placeOf(company, from)));
}

/** The texts in a value, however deep. */
const textsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf));

const placeOf = (company, from) => resolve(company, from.replace(/^file:/, ''));

/** The SHA-256 of a file, or undefined if there is none. */
export function hashOf(path) {
  if (!existsSync(path)) return undefined;
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(1024 ** 2);
  const file = openSync(path);
  try {
    for (let read = readSync(file, part); read > 0; read = readSync(file, part)) hash.update(part.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
