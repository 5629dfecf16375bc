import { describe, expect, test } from 'vitest';
import { sys } from '../sys/module.ts';
import { assertions as limits, erased } from './house.ts';
import { readSource, sourceFiles } from './read-imports.ts';
import { readTypes } from './read-types.ts';
import { isTest } from './import-fault.ts';

const files = sourceFiles().filter((file) => /^(engine|sys|app)\/.*\.tsx?$/.test(file) && !isTest(file));
const claims = files.map((file) => ({ file, ...readTypes(file, readSource(file)) }));
const fields = new Set(sys.features.flatMap(({ resources = [] }) => resources.flatMap((resource) => Object.keys(resource.fields))));

/* Types are derived from the declarations (docs/decisions/0041-types-carry-the-declarations.md): checks that keep it so. */
describe('rows', () => {
  test('of any resource are used only in the engine’s generic code', () => {
    const elsewhere = claims.filter(({ file, anyRows }) => anyRows.length > 0 && !erased.test(file));
    expect(elsewhere.map(({ file, anyRows }) => `${file}:${anyRows.join()}`)).toEqual([]);
  });

  test('of a feature are never read by a string key, which may be misspelt', () => {
    const features = claims.filter(({ file }) => /^(sys|app)\//.test(file));
    const wrong = features.flatMap(({ file, read }) =>
      read.filter(({ name }) => fields.has(name)).map(({ line, name }) => `${file}:${line}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('type assertions', () => {
  for (const [floor, most] of Object.entries(limits))
    test(`in ${floor} are at most ${most}`, ({ annotate }) => {
      const inside = claims.filter(({ file }) => file.startsWith(`${floor}/`));
      const places = inside.flatMap(({ file, assertions }) => assertions.map((line) => `${file}:${line}`));
      void annotate(`${floor} has ${places.length} assertions`);
      expect(places.length, places.join('\n')).toBeLessThanOrEqual(most);
    });
});

describe('the reader of types', () => {
  test.each([
    ['value as Row', { assertions: [1] }],
    ["const names = ['a'] as const;", { assertions: [] }],
    ["import { a as b } from './a.ts';", { assertions: [] }],
    ['value as unknown as Row', { assertions: [1, 1] }],
    ['\nlet row: readonly AnyRow[];', { anyRows: [2] }],
    ["\n\nrow?.['userName']", { read: [{ line: 3, name: 'userName' }] }],
    ['row[name]; row.userName; row[0]', { read: [] }],
  ])('finds assertions, rows and string keys in %j', (text, found) => {
    expect(readTypes('a.ts', text)).toMatchObject(found);
  });
});
