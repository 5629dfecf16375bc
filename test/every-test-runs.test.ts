import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { sourceFiles } from './read-imports.ts';

const patterns = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
);

test('every test file is run by a project of vitest.config.ts', () => {
  const files = sourceFiles().filter((file) => /\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
});
