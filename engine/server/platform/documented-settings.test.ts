import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingNames } from './settings.ts';

const operating = readFileSync(join(import.meta.dirname, '../../..', 'docs/operating.md'), 'utf8');

it('every setting is in a list of docs/operating.md', () => {
  const listed = new Set(
    operating
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name)),
  );
  expect(settingNames.filter((name) => !listed.has(name))).toEqual([]);
});
