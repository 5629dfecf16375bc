import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { isCleanStill, keepClean } from './kept-types.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'back-office-types-'));
const buildInfo = join(folder, 'types.tsbuildinfo');
afterAll(() => rmSync(folder, { recursive: true }));

const texts = {
  'engine/contract/insert.ts': 'export const insert = 1;',
  'engine/web/page.tsx': 'export const page = 1;',
  'tsconfig.base.json': '{}',
  'package-lock.json': '{}',
};
const isClean = (given: Record<string, string>): boolean => isCleanStill(buildInfo, new Map(Object.entries({ ...texts, ...given })));

/** The compiler's output for a program with the first of these files, and a declaration of a package. */
beforeEach(() => {
  const read = ['engine/contract/insert.ts', 'node_modules/zod/index.d.ts'].map((file) => relative(folder, join(root, file)));
  writeFileSync(buildInfo, JSON.stringify({ fileNames: ['lib.es5.d.ts', ...read] }));
});

it('takes nothing for clean that was not kept as such', () => {
  expect(isClean({})).toBe(false);
});

it('asks anew where a file of the program, the settings or what is installed is another, or a file has come', () => {
  keepClean(buildInfo, new Map(Object.entries(texts)));
  expect(isClean({})).toBe(true);
  expect(isClean({ 'engine/web/page.tsx': 'export const page = 2;' })).toBe(true);
  for (const given of [
    { 'engine/contract/insert.ts': 'export const insert = 2;' },
    { 'tsconfig.base.json': '{ "strict": true }' },
    { 'package-lock.json': '{ "packages": {} }' },
    { 'engine/contract/update.ts': '' },
  ])
    expect(isClean(given), Object.keys(given).join()).toBe(false);
});

it('asks anew where the compiler has read other files since', () => {
  keepClean(buildInfo, new Map(Object.entries(texts)));
  writeFileSync(buildInfo, JSON.stringify({ fileNames: Object.keys(texts).map((file) => relative(folder, join(root, file))) }));
  expect(isClean({})).toBe(false);
});
