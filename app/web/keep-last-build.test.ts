import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { keepLastBuild } from './keep-last-build.ts';

const folder = mkdtempSync(join(tmpdir(), 'back-office-builds-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds a page whose script contains `word`, and returns the names of the scripts that exist then. */
async function scriptsAfter(word: string): Promise<string[]> {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>t</title><script type="module" src="/main.js"></script>');
  writeFileSync(join(folder, 'main.js'), `document.title = ${JSON.stringify(word)};`);
  await build({ root: folder, configFile: false, logLevel: 'silent', plugins: [keepLastBuild()], build: { emptyOutDir: false } });
  return readdirSync(join(folder, 'dist/assets')).toSorted();
}

it('keeps the scripts of the previous build for pages that are still open, and removes older ones', async () => {
  const [first = ''] = await scriptsAfter('one');
  writeFileSync(join(folder, 'dist/assets', `${first}.br`), '');
  const second = await scriptsAfter('two');
  expect(second).toEqual(expect.arrayContaining([first, `${first}.br`]));
  expect(second).toHaveLength(3);
  const third = await scriptsAfter('three');
  expect(third).toHaveLength(2);
  expect(third).not.toContain(first);
  // Building the same again removes nothing.
  expect(await scriptsAfter('three')).toEqual(expect.arrayContaining([third.find((name) => !second.includes(name))]));
});
