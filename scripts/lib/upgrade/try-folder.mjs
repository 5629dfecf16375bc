import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { companyFiles, hashOf } from '../company-files.mjs';

const locks = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/**
 * A copy of the company's sources to try a version in, inside its `.cache`, which only its owner may enter; without
 * installed, built or cached files, data and backups. Returns its path and the hashes of the copied files.
 */
export function makeTryFolder(company, environment) {
  const folder = join(company, '.cache/upgrade');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copied = new Map();
  for (const file of companyFiles(company, environment).files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(company, file), join(folder, file));
    // Links are copied as links, and tried as they are.
    if (lstatSync(join(folder, file)).isFile()) copied.set(file, hashOf(join(folder, file)));
  }
  return { folder, copied };
}

/** The files of the copy that have been changed or added in it, by their paths. */
export function changedFiles({ folder, copied }) {
  return companyFiles(folder, {})
    .files.filter((file) => lstatSync(join(folder, file)).isFile())
    .filter((file) => hashOf(join(folder, file)) !== copied.get(file));
}

/**
 * Replaces the company's files with the tried ones: changed files, the lock file, and installed packages. Throws an error
 * if one of the files was changed in the company's folder too. If anything fails, everything is restored.
 */
export function takeOver(company, { folder, copied }, archive) {
  if (archive) nameArchive(company, folder, archive);
  const files = changedFiles({ folder, copied });
  const both = files.filter((file) => hashOf(join(company, file)) !== copied.get(file));
  if (both.length > 0) throw new Error(`演练期间，公司的文件夹里也改了这些文件：${both.join('、')}。改好以后，再升级一次。`);
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
