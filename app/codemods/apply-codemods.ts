import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Codemod } from './codemod.ts';

interface Applied {
  readonly title: string;
  /** The files that it changed, by their paths in the folder. */
  readonly files: readonly string[];
}

/** Less than 0 if the first version is the lower one; a suffix such as `-beta` is ignored. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) =>
    version
      .replace(/[-+].*$/, '')
      .split('.')
      .map(Number),
  );
  for (const at of [0, 1, 2]) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Changes the sources of a company's folder for the versions after `from`, up to `to`; reports the changes of each codemod. */
export async function applyCodemods(
  folder: string,
  { from, to, codemods }: { from: string; to: string; codemods: readonly Codemod[] },
): Promise<Applied[]> {
  const sources = await sourcesIn(folder);
  const applied: Applied[] = [];
  for (const { version, title, rewrite } of codemods) {
    if (compareVersions(version, from) <= 0 || compareVersions(version, to) > 0) continue;
    const files: string[] = [];
    for (const file of sources) {
      const text = await readFile(join(folder, file), 'utf8');
      const rewritten = rewrite(text, file);
      if (rewritten === text) continue;
      await writeFile(join(folder, file), rewritten);
      files.push(file);
    }
    applied.push({ title, files });
  }
  return applied;
}

async function sourcesIn(folder: string, within = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, within), { withFileTypes: true })) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) found.push(...(await sourcesIn(folder, path)));
    else if (/(?<!\.d)\.tsx?$/.test(entry.name)) found.push(path);
  }
  return found.sort();
}
