import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/* The guide as a site, if `npm run docs` has installed its build tools (docs/decisions/0067-the-guide-as-a-site.md). */
const root = join(import.meta.dirname, '../..');
const isInstalled = existsSync(join(root, 'docs/site/node_modules/vitepress'));

it.runIf(isInstalled)('the site builds, has every chapter, and can be searched in Chinese', { timeout: 600_000 }, async () => {
  // A dead link fails the build.
  await promisify(execFile)(process.execPath, [join(root, 'scripts/docs.mjs')], { cwd: root });
  const chapters = (await readdir(join(root, 'docs/guide'), { recursive: true })).filter((name) => name.endsWith('.md'));
  const made = (await readdir(join(root, '.cache/docs/docs/guide'), { recursive: true })).filter((name) => name.endsWith('.html'));
  expect(made.toSorted()).toEqual(chapters.map((name) => (name === 'README.md' ? 'index.html' : name.replace('.md', '.html'))).toSorted());
  const chunks = await readdir(join(root, '.cache/docs/assets/chunks'));
  const index = await readFile(
    join(root, '.cache/docs/assets/chunks', chunks.find((name) => name.includes('localSearchIndex')) ?? ''),
    'utf8',
  );
  expect(index).toContain('"字"');
});
