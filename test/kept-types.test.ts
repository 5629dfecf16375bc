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

it('does not consider types clean that were not recorded as clean', () => {
  expect(isClean({})).toBe(false);
});

it('checks again when a program file, the settings or the installed packages change, or a file is added', () => {
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

it('checks again when the compiler has since read other files', () => {
  keepClean(buildInfo, new Map(Object.entries(texts)));
  writeFileSync(buildInfo, JSON.stringify({ fileNames: Object.keys(texts).map((file) => relative(folder, join(root, file))) }));
  expect(isClean({})).toBe(false);
});
