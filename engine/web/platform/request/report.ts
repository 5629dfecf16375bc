import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from './api-error.ts';
import { notifyError, notifyFirst } from './notify.ts';

/** True where the session is gone, which has its own dialog. */
export const isExpired = ({ code }: ApiError): boolean => code === codes.noSession.code || code === codes.sessionEnded.code;

/** Asks for what must be done before the call is answered: settles when it is done, and is undefined where nothing is asked for. */
export function askFirst({ code, message }: ApiError): Promise<void> | undefined {
  if (code === codes.mustChangePassword.code) return notifyFirst('changePassword', message);
  return code === codes.mustSetUpTwoFactor.code ? notifyFirst('setUpTwoFactor', message) : undefined;
}

/** Shows the user what went wrong, each kind of error in its own way; nothing for a call that its caller aborted. */
export function report(error: unknown, quiet: boolean): void {
  if (!(error instanceof ApiError) || isExpired(error)) return;
  if (askFirst(error) === undefined && !quiet) notifyError(error.message);
}
