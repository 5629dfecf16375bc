import type { Codemod } from './codemod.ts';

/** What an import says of its rows is named `issues` since 2.0.0: `row.faults` and `{ faults }` become `row.issues` and `{ issues: faults }`. */
export const renameImportFaults: Codemod = {
  version: '2.0.0',
  title: '导入结果里的 faults 改名为 issues',
  rewrite: (text) =>
    text
      .replace(/(?<=[\w)\]]\??\.)faults\b/g, 'issues')
      // Taken apart: the name that the rest of the file uses stays.
      .replace(/(?<=\b(?:const|let) \{[^{}]*?\b)(?<![.:] ?)faults(?=[^{}:]*\} =)/g, 'issues: faults'),
};
