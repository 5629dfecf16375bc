import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Where a build says what it made, for the next one. */
const listName = '.assets.json';

/**
 * Leaves the assets of the build before this one where they are, and removes older ones: a server that has not been started anew still
 * serves the page of then, and tabs that are open ask for its chunks. Names hold a hash of what is in them, so nothing is taken for
 * something else.
 */
export function keepLastBuild(): Plugin {
  return {
    name: 'keep-last-build',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = '.' }, bundle) {
      const made = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const kept = new Set([...made, ...before(dir)]);
      for (const name of readdirSync(join(dir, 'assets'))) {
        // What is compressed beside a file goes with it.
        if (!kept.has(`assets/${name.replace(/\.(?:br|gz)$/, '')}`)) rmSync(join(dir, 'assets', name));
      }
      writeFileSync(join(dir, listName), JSON.stringify(made));
    },
  };
}

function before(dir: string): string[] {
  try {
    const names: unknown = JSON.parse(readFileSync(join(dir, listName), 'utf8'));
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
