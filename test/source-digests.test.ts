import { expect, it } from 'vitest';
import { sourceDigests } from './source-digests.ts';

const texts = {
  'engine/server/save.ts': "import { write } from './write.ts';",
  'engine/server/write.ts': "export { insert } from '../contract/insert.ts';",
  'engine/contract/insert.ts': 'export const insert = () => 1;',
  'engine/web/list.tsx': "const page = import('./page.tsx');",
  'engine/web/page.tsx': 'export const page = 1;',
  'examples/one/rules.ts': "import { insert } from 'back-office/contract';",
  'app/entry/contract.ts': "export * from '@back-office/contract/insert.ts';",
  'tsconfig.base.json': '{}',
};

/** The files whose digest changes when these files get the given texts. */
function changed(given: Record<string, string>): string[] {
  const before = sourceDigests(new Map(Object.entries(texts)));
  const after = sourceDigests(new Map(Object.entries({ ...texts, ...given })));
  return Object.keys(after).filter((file) => after[file] !== before[file]);
}

it('a change of a file changes the digest of every file that imports it, directly or indirectly', () => {
  expect(changed({})).toEqual([]);
  expect(changed({ 'engine/server/save.ts': '' })).toEqual(['engine/server/save.ts']);
  expect(changed({ 'engine/web/page.tsx': '' })).toEqual(['engine/web/list.tsx', 'engine/web/page.tsx']);
  expect(changed({ 'engine/contract/insert.ts': 'export const insert = async () => 1;' })).toEqual([
    'app/entry/contract.ts',
    'engine/contract/insert.ts',
    'engine/server/save.ts',
    'engine/server/write.ts',
    'examples/one/rules.ts',
  ]);
});

it('a change that affects every file changes all digests', () => {
  const all = Object.keys(texts).filter((file) => !file.endsWith('.json'));
  for (const given of [
    { 'tsconfig.base.json': '{ "strict": true }' },
    { 'package-lock.json': '{}' },
    { '.oxlintrc.json': '{}' },
    { 'engine/web/assets.d.ts': 'declare const version: string;' },
    { 'engine/web/window.ts': 'declare global {}' },
  ])
    expect(changed(given)).toEqual(expect.arrayContaining(all));
});
