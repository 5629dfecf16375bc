import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './read-imports.ts';

const files = sourceFiles().filter(
  (file) => /^(?:engine\/web|sys\/[^/]+\/web|app\/web)\/.*\.tsx?$/.test(file) && !/\.test\.|\/testing\/|\/dist\//.test(file),
);

/** Files that take a key with Ctrl; to ask whether Ctrl is held so as to do nothing has another shape. */
const taking = files.filter((file) =>
  /!\((?:event\.)?ctrlKey|!(?:event\.)?ctrlKey \|\||(?:= |\()ctrlKey \|\| metaKey/.test(readSource(file)),
);
/** Who says it for those that stand where `?` is typed as a letter, or only work out what a key means. */
const saidBy: Readonly<Record<string, string>> = {
  'engine/web/crud/import/grid/key-action.ts': 'engine/web/crud/import/import-button.tsx',
};

test('whoever takes a key with Ctrl says so in the list that ? shows', () => {
  expect(taking.length).toBeGreaterThan(4);
  const unsaid = taking.filter((file) => !/\buseShortcuts?\(/.test(readSource(saidBy[file] ?? file)));
  expect(unsaid).toEqual([]);
});
