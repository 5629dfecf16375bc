import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/* Pictures of the documents: each shown one exists, each existing one is shown, and together they stay small. */
const root = resolve(import.meta.dirname, '..');
const documents = ['README.md', 'README.zh-CN.md', ...['docs', 'docs/guide', 'docs/guide/admin'].flatMap(markdownIn)];
const shown = documents.flatMap((document) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)|<img[^>]*?src="([^"]+)"/g)].map(
    ([, words = '', path, source = '']) => ({ document, words, path: join(dirname(document), path ?? source) }),
  ),
);
const pictures = picturesIn('docs/pictures');
/** Pictures shown only in the guide. */
const ofTheGuide = picturesIn('docs/pictures/guide');

function picturesIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.webp'))
    .map((name) => `${folder}/${name}`);
}

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

test('every picture in a document exists, and has alternative text', () => {
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  expect(shown.filter(({ words, path }) => words === '' && path.startsWith('docs/pictures/'))).toEqual([]);
});

test('every picture is shown in the README of both languages', () => {
  for (const document of ['README.md', 'README.zh-CN.md'])
    expect(pictures.filter((picture) => !shown.some((one) => one.document === document && one.path === picture))).toEqual([]);
});

test('every picture of the guide is shown in the guide', () => {
  expect(ofTheGuide.length).toBeGreaterThan(6);
  expect(ofTheGuide.filter((picture) => !shown.some(({ path }) => path === picture))).toEqual([]);
});

test('all pictures together are smaller than 1.5 MB', () => {
  expect(pictures.length).toBeGreaterThan(6);
  expect([...pictures, ...ofTheGuide].reduce((sum, picture) => sum + statSync(join(root, picture)).size, 0)).toBeLessThan(1.5 * 1024 ** 2);
});
