import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { notifyError, notifyFirst } from './notify.ts';

/** Whether the session has ended, which has its own dialog. */
export const isExpired = ({ code }: ApiError): boolean => code === codes.noSession.code || code === codes.sessionEnded.code;

/** Asks for an action required before the call: settles when it is done; undefined if none is required. */
export function askFirst({ code, message }: ApiError): Promise<void> | undefined {
  if (code === codes.mustChangePassword.code) return notifyFirst('changePassword', message);
  return code === codes.mustSetUpTwoFactor.code ? notifyFirst('setUpTwoFactor', message) : undefined;
}

/** Shows the user what went wrong, each kind of error in its own way; nothing for a call aborted by its caller. */
export function report(error: unknown, quiet: boolean): void {
  if (!(error instanceof ApiError) || isExpired(error)) return;
  if (askFirst(error) === undefined && !quiet) notifyError(error.message);
}
