import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { notifyError, notifyFirst } from './notify.ts';

/** True where the session is gone, which has a dialog of its own. */
export const isExpired = ({ code }: ApiError): boolean => code === codes.noSession.code || code === codes.sessionEnded.code;

/** Tells the person what went wrong, each kind in its own way; a call its caller gave up is nobody's business. */
export function report(error: unknown, quiet: boolean): void {
  if (!(error instanceof ApiError) || isExpired(error)) return;
  if (error.code === codes.mustChangePassword.code) notifyFirst('changePassword', error.message);
  else if (error.code === codes.mustSetUpTwoFactor.code) notifyFirst('setUpTwoFactor', error.message);
  else if (!quiet) notifyError(error.message);
}
