import { StartError } from '@back-office/server/platform/start-error.ts';

/** Thrown for an archive that was read completely but is damaged: retrying does not help. */
export class DamagedArchive extends StartError {
  /** That a command ends with, so that whoever ran it need not read its sentence. */
  static readonly exitCode = 3;
}
