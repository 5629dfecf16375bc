import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The file in which a build lists its output for the next one. */
const listName = '.assets.json';

/**
 * Keeps the assets of the previous build, and removes older ones: a server that has not been restarted still serves the
 * previous page, and open tabs request its chunks. Names contain a hash of the content, so nothing is mixed up.
 */
export function keepLastBuild(): Plugin {
  return {
    name: 'keep-last-build',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = '.' }, bundle) {
      const newAssets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const kept = new Set([...newAssets, ...previousAssets(dir)]);
      for (const name of readdirSync(join(dir, 'assets'))) {
        // Compressed copies are removed with their file.
        if (!kept.has(`assets/${name.replace(/\.(?:br|gz)$/, '')}`)) rmSync(join(dir, 'assets', name));
      }
      writeFileSync(join(dir, listName), JSON.stringify(newAssets));
    },
  };
}

function previousAssets(dir: string): string[] {
  try {
    const names: unknown = JSON.parse(readFileSync(join(dir, listName), 'utf8'));
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
