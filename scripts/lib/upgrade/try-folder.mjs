import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { companyFiles, hashOf } from '../company-files.mjs';

const locks = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/**
 * A copy of the company's sources to try a version in, inside its `.cache`, which only its owner may enter; without
 * installed, built or cached files, data and backups. Returns its path, the hashes of the copied files, and what was left
 * out. If it cannot be made, nothing of it remains.
 */
export function makeTryFolder(company, environment) {
  const folder = join(company, '.cache/upgrade');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const copied = new Map();
    const { files, left } = companyFiles(company, environment);
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      const hash = copyEntry(join(company, file), join(folder, file));
      if (hash) copied.set(file, hash);
    }
    return { folder, copied, left };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Copies a file, and returns its hash; a link remains one to the same place, which may be a folder or missing. */
function copyEntry(from, to) {
  if (lstatSync(from).isSymbolicLink()) symlinkSync(resolve(dirname(from), readlinkSync(from)), to, linkKind(from));
  else {
    cpSync(from, to);
    return hashOf(to);
  }
}

/** Windows lets anybody link folders, if by junctions. */
const linkKind = (link) => (statSync(link, { throwIfNoEntry: false })?.isDirectory() ? 'junction' : 'file');

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
