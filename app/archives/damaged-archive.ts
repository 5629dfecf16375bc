import { StartError } from '@back-office/server/platform/start-error.ts';

/** An archive that was read, and is not what was made: no backup, whoever tries again. */
export class DamagedArchive extends StartError {
  /** That a command ends with, so that whoever ran it need not read its sentence. */
  static readonly exitCode = 3;
}
