import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './read-imports.ts';

const files = sourceFiles().filter(
  (file) => /^(?:engine\/web|sys\/[^/]+\/web|app\/web)\/.*\.tsx?$/.test(file) && !/\.test\.|\/testing\/|\/dist\//.test(file),
);

/** Files that handle a key with Ctrl; a check that only ignores Ctrl has another form. */
const taking = files.filter((file) =>
  /!\((?:event\.)?ctrlKey|!(?:event\.)?ctrlKey \|\||(?:= |\()ctrlKey \|\| metaKey/.test(readSource(file)),
);
/** The files that document shortcuts for others: those where `?` is typed as a letter, and those that only interpret keys. */
const saidBy: Readonly<Record<string, string>> = {
  'engine/web/crud/import/grid/key-action.ts': 'engine/web/crud/import/import-button.tsx',
};

test('every file that handles a Ctrl shortcut adds it to the list that ? shows', () => {
  expect(taking.length).toBeGreaterThan(4);
  const unsaid = taking.filter((file) => !/\buseShortcuts?\(/.test(readSource(saidBy[file] ?? file)));
  expect(unsaid).toEqual([]);
});
