import { expect, test } from 'vitest';
import { namedByEngine } from './house.ts';
import { readSource, sourceFiles } from './read-imports.ts';
import { isTest } from './import-fault.ts';

const files = sourceFiles().filter((file) => /^engine\/.*\.tsx?$/.test(file) && !isTest(file));
const code = (file: string): string =>
  readSource(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
const found = (text: string): string[] => [...text.matchAll(/(?<=['"`/])sys\/[a-z-]+|\bsys_[a-z_]+/g)].map(([name]) => name);

/** Columns that refer to another table, and a sequence, are not tables. */
const isTable = (name: string): boolean => !/_(?:id|no)$/.test(name);
/** The tables that folders of the engine themselves define. */
const ownTables = new Set(
  files
    .filter((file) => /(?:^|[-/])tables\.ts$/.test(file))
    .flatMap((file) => [...code(file).matchAll(/^ {2}(sys_[a-z_]+): /gm)].map(([, name = '']) => name)),
);

test('the engine names nothing of a module except what its plan lists with a reason', () => {
  const named = new Set(files.flatMap((file) => found(code(file))).filter((name) => isTable(name) && !ownTables.has(name)));
  expect([...named].toSorted()).toEqual(Object.values(namedByEngine).flat().toSorted());
});

test('a name of another feature is found', () => {
  expect(found("context.resourceOf('sys/sms'); sql`SELECT FROM sys_msg_read`; '/api/sys/notice/x'")).toEqual([
    'sys/sms',
    'sys_msg_read',
    'sys/notice',
  ]);
});
