import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';

/*
 * The compiler keeps what it found in each file, but reads and parses the whole program before it says so: most of what it takes
 * where little has changed. Where nothing has that it would look at, it need not be asked (docs/decisions/0048-time-of-the-tests.md).
 */

const root = resolve(import.meta.dirname, '..');

/** Files of the project that types may depend on: their texts, by their paths from its root. */
type Sources = ReadonlyMap<string, string>;

/** Whether the compiler found no issue in exactly these; `buildInfo` is the path of the file in which it keeps what it found. */
export function isCleanStill(buildInfo: string, sources: Sources): boolean {
  const clean = stampOf(buildInfo);
  return existsSync(clean) && readFileSync(clean, 'utf8') === digestOf(buildInfo, sources);
}

/** Keeps that the compiler has just found no issue in these. */
export function keepClean(buildInfo: string, sources: Sources): void {
  writeFileSync(stampOf(buildInfo), digestOf(buildInfo, sources));
}

const stampOf = (buildInfo: string): string => buildInfo.replace(/\.tsbuildinfo$/, '.clean');

/** What the compiler read, by what it wrote; and the names of all files, since a new one may be what an import or an `include` means. */
function digestOf(buildInfo: string, sources: Sources): string {
  if (!existsSync(buildInfo)) return 'nothing was kept';
  const hash = createHash('sha256').update([...sources.keys()].toSorted().join('\n'));
  const settings = [...sources.keys()].filter((file) => file.endsWith('.json'));
  for (const file of [...ownFiles(buildInfo), ...settings].toSorted()) hash.update(`\0${file}\0`).update(textOf(file, sources));
  return hash.digest('base64');
}

/** What the compiler read of the project itself; of packages the lock file tells. */
function ownFiles(buildInfo: string): string[] {
  const { fileNames = [], packageJsons = [] } = JSON.parse(readFileSync(buildInfo, 'utf8')) as Record<string, string[] | undefined>;
  const read = [...fileNames, ...packageJsons].map((file) => relative(root, resolve(dirname(buildInfo), file)).replaceAll(sep, '/'));
  return read.filter((file) => !/(^|\/)node_modules\/|^\.\.\//.test(file));
}

function textOf(file: string, sources: Sources): string {
  const path = resolve(root, file);
  return sources.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
}
