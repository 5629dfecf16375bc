import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/* The requirements of a release: its version is written in one place, and its documents exist. */
const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const product = JSON.parse(read('package.json')) as { version: string; license: string };

it('the newest entry of CHANGELOG.md is for the version of the product', () => {
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(product.version);
});

it('the licence named by README.md and package.json exists', () => {
  expect(product.license).toBe('MIT');
  expect(read('README.md')).toContain('[MIT licence](LICENSE)');
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
});
