import type { Codemod } from './codemod.ts';
import { renameImportFaults } from './rename-import-faults.ts';

/** One for every breaking change, in the order of versions. */
export const codemods: readonly Codemod[] = [renameImportFaults];
