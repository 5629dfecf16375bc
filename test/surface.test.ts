import { describe, expect, test } from 'vitest';
import { readSource, sourceFiles } from './read-imports.ts';
import { definitionIn, type Handed, readBehind, readSurface } from './read-surface.ts';
import { referenceOf } from './write-reference.ts';

const entries = ['contract', 'server', 'web', 'testing'];
const surface = new Map(entries.map((entry) => [entry, readSurface(entry)]));

const behind = readBehind([...surface.values()].flat());

const describeOne = ({ file, signature }: Handed): string => `${signature}\n    ${file}\n`;
const sectionOf = ([title, names]: readonly [string, readonly Handed[]]): string => `${title}\n\n${names.map(describeOne).join('\n')}`;
const report = [...[...surface].map(([entry, names]) => [`back-office/${entry}`, names] as const), ['behind them', behind] as const]
  .map(sectionOf)
  .join('\n\n');

describe('the exports for companies', () => {
  test('are those in the report', async () => {
    const cure =
      'The public surface has changed. What went or asks for more is a new major version, what came a minor one: say it in CHANGELOG.md, ' +
      'then write the report anew with `npx vitest run --project architecture test/surface.test.ts -u`.';
    await expect(report, cure).toMatchFileSnapshot('../docs/reference/surface.txt');
  });

  test.each(entries)('are described by the reference for back-office/%s', async (entry) => {
    const cure = 'What is said at definitions has changed: write the reference anew with `npx vitest run --project architecture -u`.';
    await expect(referenceOf(entry, surface.get(entry) ?? []), cure).toMatchFileSnapshot(`../docs/reference/${entry}.md`);
  });

  test('have a docstring at their definition', () => {
    const silent = [...surface.values()].flat().filter(({ doc }) => doc === '');
    expect(silent.map(({ file, name }) => `${name} in ${file}`)).toEqual([]);
  });

  test('have no name in two entries', () => {
    const names = [...surface.values()].flat().map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('are read by their exported name, with the docstring of their own definition', () => {
    const [renamed] = readSurface('contract', "export { isId as looksLikeId } from '@back-office/contract/resource/field-schema.ts';");
    expect(renamed).toMatchObject({ name: 'looksLikeId', file: 'engine/contract/resource/field-schema.ts' });
    const text = '/** The first. */\nexport const one = 1;\n\nexport const two = 2;\n';
    expect([definitionIn('a.ts', 'one', text).doc, definitionIn('a.ts', 'two', text).doc]).toEqual(['* The first. ', '']);
  });

  test('include all tables of ours', () => {
    const adds = sourceFiles().filter((file) => /^(engine|sys)\//.test(file) && /interface Tables extends/.test(readSource(file)));
    const named = readSource('app/entry/tables.ts');
    expect(adds.filter((file) => !file.endsWith('/database/tables.ts') && !named.includes(file.replace('engine/', '')))).toEqual([]);
  });
});
