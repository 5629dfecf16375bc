import { globSync, readFileSync } from 'node:fs';
import { countsForTypes } from '../../test/source-digests.ts';
import { inRoot } from './root.mjs';

const skipped = /(^|\/)(node_modules|dist|data|test-results|coverage)(\/|$)/;

/** The text of every file of the project that types may depend on, by its path from the root; packages are told by the lock file. */
export function readSources() {
  const files = globSync(['**/*', '.*.json', 'docs/site/.vitepress/*.mts'], { cwd: inRoot('.'), exclude: (path) => skipped.test(path) });
  return new Map(
    files
      .map((file) => file.replaceAll('\\', '/'))
      .filter(countsForTypes)
      .map((file) => [file, readFileSync(inRoot(file), 'utf8')]),
  );
}
