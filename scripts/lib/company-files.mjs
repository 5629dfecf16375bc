import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What lies in DATA_DIR; it may be the company's folder itself. */
const dataNames = new Set(['database', 'files', 'last-backup.json', '.socket', '.lock', '.lock-pid']);

/**
 * The files of a company's folder that belong to its sources, by their paths, without installed and generated files,
 * and in `left` the folders of data and the archives, which may be backups, that were found and left out.
 *
 * @param {string} company
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function companyFiles(company, { DATA_DIR: dataDir, BACKUP_DIR: backupDir }) {
  const named = [company, process.cwd()].flatMap((base) => [dataDir, backupDir].filter(Boolean).map((folder) => resolve(base, folder)));
  const archives = archivesOf(company);
  const [files, left] = [[], []];
  const add = (folder) => {
    for (const entry of readdirSync(join(company, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isTop = folder === '';
      if (entry.name === '.git' || (isTop && /^(?:node_modules|data|\.cache)$/.test(entry.name))) continue;
      if (isTop && holdsData(company) && dataNames.has(entry.name)) continue;
      const place = join(company, path);
      if (entry.isDirectory()) {
        if (named.includes(place) || holdsData(place)) left.push(path);
        else add(path);
      } else if (/\.(?:tar\.gz|tgz)$/.test(entry.name) && !archives.has(place)) left.push(path);
      else files.push(path);
    }
  };
  add('');
  const inOrder = (paths) => paths.sort((one, other) => (one < other ? -1 : 1));
  return { files: inOrder(files), left: inOrder(left) };
}

/** An embedded database, or the files of one. */
const holdsData = (folder) => existsSync(join(folder, 'database/PG_VERSION')) || existsSync(join(folder, 'files/store-id'));

/** The archives that package.json installs from the folder. */
function archivesOf(company) {
  const file = join(company, 'package.json');
  if (!existsSync(file)) return new Set();
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  const given = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return new Set(given.map((from) => resolve(company, from.replace(/^file:/, ''))));
}

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
