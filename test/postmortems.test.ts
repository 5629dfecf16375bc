import { describe, expect, test } from 'vitest';
import { citingFiles } from './read-citations.ts';
import { readSource } from './read-imports.ts';

const folder = 'docs/postmortems/';
const files = citingFiles();
const pages = files.filter((file) => file.startsWith(folder) && !file.endsWith('/README.md'));
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/** The tests that a page links to, as paths from the root. */
const linkedTests = (page: string): string[] =>
  [...readSource(page).matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, path = '']) => path).filter(isTest);

/** The tests that name a page in an `@see` line. */
const seeing = (page: string): string[] => files.filter((file) => isTest(file) && readSource(file).includes(`/** @see ${page} */`));

test('there are postmortems', () => {
  expect(pages.length).toBeGreaterThan(2);
});

describe.each(pages)('%s', (page) => {
  test('says what happened, why it came back and what makes it impossible now', () => {
    const headings = [...readSource(page).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(headings).toEqual(['What happened', 'Why it came back', 'What makes it impossible now']);
  });

  test('links to the tests that name it, and to no others', () => {
    expect(seeing(page).toSorted()).toEqual([...new Set(linkedTests(page))].toSorted());
    expect(seeing(page)).not.toEqual([]);
  });

  test('is in the list of postmortems', () => {
    expect(readSource(`${folder}README.md`)).toContain(`](${page.slice(folder.length)})`);
  });
});
