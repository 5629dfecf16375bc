import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const locks = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/**
 * A copy of the company's sources to try a version in, inside its `.cache`, which only its owner may enter; without
 * installed, built or cached files. Returns its path.
 */
export function makeTryFolder(company, dataDir) {
  const folder = join(company, '.cache/upgrade');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const excluded = new Set([resolve(company, dataDir ?? 'data'), join(company, 'node_modules'), join(company, 'data')]);
  for (const name of readdirSync(company)) {
    if (name === '.git' || name === '.cache' || excluded.has(join(company, name))) continue;
    cpSync(join(company, name), join(folder, name), { recursive: true, filter: (path) => !excluded.has(path) });
  }
  return folder;
}

/** The files of the copy that differ from the company's, or that it lacks, by their paths. */
export function changedFiles(company, folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !/^(?:node_modules|\.cache|data|backup\.tar\.gz)(?:[\\/]|$)/.test(file))
    .filter((file) => !existsSync(join(company, file)) || !readFileSync(join(company, file)).equals(readFileSync(join(folder, file))));
}

/**
 * Replaces the company's files with the tried ones: changed files, the lock file, and installed packages. If anything
 * fails, everything is restored.
 */
export function takeOver(company, folder, archive) {
  if (archive) nameArchive(company, folder, archive);
  const files = changedFiles(company, folder);
  const before = files.map((file) => [file, existsSync(join(company, file)) ? readFileSync(join(company, file)) : undefined]);
  const [installed, old] = [join(company, 'node_modules'), join(company, '.cache/node_modules-before')];
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(installed, old);
    renameSync(join(folder, 'node_modules'), installed);
    for (const file of files) {
      mkdirSync(dirname(join(company, file)), { recursive: true });
      writeFileSync(join(company, file), readFileSync(join(folder, file)));
    }
  } catch (error) {
    for (const [file, bytes] of before)
      if (bytes) writeFileSync(join(company, file), bytes);
      else rmSync(join(company, file), { force: true });
    if (existsSync(old)) {
      rmSync(installed, { recursive: true, force: true });
      renameSync(old, installed);
    }
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
  return files;
}

/** npm names an archive by its relative path, which differs from the company's folder. */
function nameArchive(company, folder, archive) {
  const fileReference = (from) => `file:${relative(from, archive).replaceAll('\\', '/')}`;
  for (const lock of locks.map((file) => join(folder, file)).filter((file) => existsSync(file)))
    writeFileSync(lock, readFileSync(lock, 'utf8').replaceAll(fileReference(folder), fileReference(company)));
}
