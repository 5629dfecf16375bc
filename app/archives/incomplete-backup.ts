import { StartError } from '@back-office/server/platform/start-error.ts';

/** Thrown when a backup was made that lacks files which the database names: the archive stays, and no complete one is removed for it. */
export class IncompleteBackup extends StartError {
  /** The exit code of a command, so that its caller need not parse the message. */
  static readonly exitCode = 4;
}
