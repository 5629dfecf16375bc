import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countsForTypes } from './source-digests.ts';

const root = join(import.meta.dirname, '..');
const skipped = /(^|\/)(node_modules|dist|data|test-results|coverage)(\/|$)/;

/** The text of every file of the project that types may depend on, by its path from the root; packages are covered by the lock file. */
export function readSources(): Map<string, string> {
  const files = globSync(['**/*', '.*.json', 'docs/site/.vitepress/*.mts'], { cwd: root, exclude: (path) => skipped.test(path) });
  return new Map(
    files
      .map((file) => file.replaceAll('\\', '/'))
      .filter(countsForTypes)
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
}
