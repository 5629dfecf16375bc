import type { Codemod } from './codemod.ts';

/** The result of an import calls its problems `issues` since 2.0.0: `row.faults` and `{ faults }` become `row.issues` and `{ issues: faults }`. */
export const renameImportFaults: Codemod = {
  version: '2.0.0',
  title: '导入结果里的 faults 改名为 issues',
  rewrite: (text) =>
    text
      .replace(/(?<=[\w)\]]\??\.)faults\b/g, 'issues')
      // Destructuring: the name used in the rest of the file stays.
      .replace(/(?<=\b(?:const|let) \{[^{}]*?\b)(?<![.:] ?)faults(?=[^{}:]*\} =)/g, 'issues: faults'),
};
