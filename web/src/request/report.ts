import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { notifyChangePassword, notifyError, notifyExpired } from './notify.ts';

/** Tells the person what went wrong, each kind in its own way; a call its caller gave up is nobody's business. */
export function report(error: unknown, quiet: boolean): void {
  if (!(error instanceof ApiError)) return;
  if (error.code === codes.noSession.code || error.code === codes.sessionEnded.code) notifyExpired(error.message);
  else if (error.code === codes.mustChangePassword.code) notifyChangePassword(error.message);
  else if (!quiet) notifyError(error.message);
}
