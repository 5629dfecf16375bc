import { expect, it } from 'vitest';
import { renameImportFaults } from './rename-import-faults.ts';

const rewrite = (text: string): string => renameImportFaults.rewrite(text, 'web/a.tsx');

it.each([
  ['for (const one of row.faults) show(one);', 'for (const one of row.issues) show(one);'],
  ['const count = rows[0]?.faults.length;', 'const count = rows[0]?.issues.length;'],
  ['const { faults } = row;\nshow(faults);', 'const { issues: faults } = row;\nshow(faults);'],
  ['const { id, faults } = row;', 'const { id, issues: faults } = row;'],
])('rewrites %j to %j, and changes nothing the second time', (before, after) => {
  expect(rewrite(before)).toBe(after);
  expect(rewrite(after)).toBe(after);
});

it.each(['const faults = [];', "label: 'faults'", 'const { issues: faults } = row;', 'row.defaults', 'show({ faults });'])(
  'leaves %j unchanged',
  (text) => {
    expect(rewrite(text)).toBe(text);
  },
);
