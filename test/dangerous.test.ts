import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './read-imports.ts';

test('no dialog says by itself that it is dangerous: it would begin with the focus on that button', () => {
  const web = sourceFiles().filter((file) => /\/web\/.*\.tsx?$/.test(file) && file !== 'engine/web/platform/feedback/dangerous.ts');
  expect(web.filter((file) => /okButtonProps: \{ danger/.test(readSource(file)))).toEqual([]);
});
