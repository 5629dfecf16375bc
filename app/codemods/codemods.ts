import type { Codemod } from './codemod.ts';
import { renameImportFaults } from './rename-import-faults.ts';

/** One for every change that breaks a company's sources, in the order of the versions. */
export const codemods: readonly Codemod[] = [renameImportFaults];
