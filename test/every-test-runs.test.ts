import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { readSource, sourceFiles } from './read-imports.ts';

const patterns = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
);

const testFiles = sourceFiles().filter((file) => /\.test\.tsx?$/.test(file));

test('every test file is run by a project of vitest.config.ts', () => {
  expect(testFiles.length).toBeGreaterThan(400);
  expect(testFiles.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
});

test('no test replaces a module: the files of a worker share their modules, so that it may be loaded already, or stay for the next file', () => {
  expect(testFiles.filter((file) => /\bvi\.(mock|doMock)\(/.test(readSource(file)))).toEqual([]);
});
