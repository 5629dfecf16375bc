import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Snippet } from './read-snippets.ts';

/** Applies the snippet to the product in `folder`; throws with the snippet's line if the product differs from what it shows. */
export async function applySnippet(folder: string, { path, line, text, kind }: Snippet): Promise<void> {
  const file = join(folder, path);
  if (kind === 'file' && existsSync(file)) throw new Error(`CONTRIBUTING.md:${line} makes ${path}, which is there already`);
  if (kind === 'change' && !existsSync(file)) throw new Error(`CONTRIBUTING.md:${line} changes ${path}, which is not there`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, kind === 'file' ? text : applyHunks(await readFile(file, 'utf8'), text, `CONTRIBUTING.md:${line}: ${path}`));
}

/** The text after the change: hunks between lines of `@@`, each with context, added (+) and removed (-) lines. */
function applyHunks(text: string, change: string, place: string): string {
  return change.split(/^@@\n/m).reduce((current, part) => {
    const lines = part.trimEnd().split('\n');
    const without = (mark: string): string =>
      lines
        .filter((line) => line[0] !== mark)
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [before, after] = [without('+'), without('-')];
    const found = `\n${current}`.split(`\n${before}`).length - 1;
    if (found !== 1) throw new Error(`${place} has these lines ${found} times instead of once:\n${before}`);
    return `\n${current}`.replace(`\n${before}`, () => `\n${after}`).slice(1);
  }, text);
}
