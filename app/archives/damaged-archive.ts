import { StartError } from '@back-office/server/platform/start-error.ts';

/** Thrown for an archive that was read completely but is damaged: retrying does not help. */
export class DamagedArchive extends StartError {
  /** The exit code of a command, so that its caller need not parse the message. */
  static readonly exitCode = 3;
}
