import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { notifyError, notifyFirst } from './notify.ts';

/** True where the session is gone, which has its own dialog. */
export const isExpired = ({ code }: ApiError): boolean => code === codes.noSession.code || code === codes.sessionEnded.code;

/** Shows the user what went wrong, each kind of error in its own way; nothing for a call that its caller aborted. */
export function report(error: unknown, quiet: boolean): void {
  if (!(error instanceof ApiError) || isExpired(error)) return;
  if (error.code === codes.mustChangePassword.code) notifyFirst('changePassword', error.message);
  else if (error.code === codes.mustSetUpTwoFactor.code) notifyFirst('setUpTwoFactor', error.message);
  else if (!quiet) notifyError(error.message);
}
