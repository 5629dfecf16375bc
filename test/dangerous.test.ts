import { expect, test } from 'vitest';
import { readSource, sourceFiles } from './read-imports.ts';

test('no dialog marks its own button as dangerous, because the dialog would then open with the focus on it', () => {
  const web = sourceFiles().filter((file) => /\/web\/.*\.tsx?$/.test(file) && file !== 'engine/web/platform/feedback/dangerous.ts');
  expect(web.filter((file) => /okButtonProps: \{ danger/.test(readSource(file)))).toEqual([]);
});
