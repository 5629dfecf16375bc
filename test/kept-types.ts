import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';

/*
 * The compiler caches its findings for each file, but reads and parses the whole program before it reports them: most of its time
 * when little has changed. If none of its inputs has changed, it need not run (docs/decisions/0048-time-of-the-tests.md).
 */

const root = resolve(import.meta.dirname, '..');

/** Files of the project that types may depend on: their texts, by their paths from its root. */
type Sources = ReadonlyMap<string, string>;

/** Whether the compiler found no issue in exactly these files; `buildInfo` is the path of its cache. */
export function isCleanStill(buildInfo: string, sources: Sources): boolean {
  const clean = stampOf(buildInfo);
  return existsSync(clean) && readFileSync(clean, 'utf8') === digestOf(buildInfo, sources);
}

/** Records that the compiler has just found no issue in these files. */
export function keepClean(buildInfo: string, sources: Sources): void {
  writeFileSync(stampOf(buildInfo), digestOf(buildInfo, sources));
}

const stampOf = (buildInfo: string): string => buildInfo.replace(/\.tsbuildinfo$/, '.clean');

/** The files read by the compiler, from its output; and the names of all files, since a new one may satisfy an import or an `include`. */
function digestOf(buildInfo: string, sources: Sources): string {
  if (!existsSync(buildInfo)) return 'nothing was kept';
  const hash = createHash('sha256').update([...sources.keys()].toSorted().join('\n'));
  const settings = [...sources.keys()].filter((file) => file.endsWith('.json'));
  for (const file of [...ownFiles(buildInfo), ...settings].toSorted()) hash.update(`\0${file}\0`).update(textOf(file, sources));
  return hash.digest('base64');
}

/** The project files read by the compiler; packages are covered by the lock file. */
function ownFiles(buildInfo: string): string[] {
  const { fileNames = [], packageJsons = [] } = JSON.parse(readFileSync(buildInfo, 'utf8')) as Record<string, string[] | undefined>;
  const read = [...fileNames, ...packageJsons].map((file) => relative(root, resolve(dirname(buildInfo), file)).replaceAll(sep, '/'));
  return read.filter((file) => !/(^|\/)node_modules\/|^\.\.\//.test(file));
}

function textOf(file: string, sources: Sources): string {
  const path = resolve(root, file);
  return sources.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
}
