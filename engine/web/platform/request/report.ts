import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { notifyError, openRequiredAction } from './notify.ts';

/** Whether the session has ended, which has its own dialog. */
export const isExpired = ({ code }: ApiError): boolean => code === codes.noSession.code || code === codes.sessionEnded.code;

/** Asks for an action required before the call: settles when it is done; undefined if none is required. */
export function requireAction({ code, message }: ApiError): Promise<void> | undefined {
  if (code === codes.mustChangePassword.code) return openRequiredAction('changePassword', message);
  return code === codes.mustSetUpTwoFactor.code ? openRequiredAction('setUpTwoFactor', message) : undefined;
}

/** Shows the user what went wrong, each kind of error in its own way; nothing for a call aborted by its caller. */
export function report(error: unknown, quiet: boolean): void {
  if (!(error instanceof ApiError) || isExpired(error)) return;
  if (requireAction(error) === undefined && !quiet) notifyError(error.message);
}
