import { recordIn } from '@back-office/contract/record-in.ts';
import { codes } from '@back-office/contract/envelope.ts';
import type { ApiError } from '../../platform/request/api-error.ts';
import { UploadError } from './upload-error.ts';

/** The known parts of an answer: status, body, and the seconds of `Retry-After`. */
export interface Answered {
  url: string;
  status: number;
  text: string;
  retryAfter?: number | undefined;
}

/** Transient statuses: too many requests, and a server or its proxy that is starting or overloaded. */
const busy = new Set([429, 502, 503, 504]);

/** The error for an HTTP status outside 200 to 299, in the words of docs/spec.md 8. */
export function statusToUploadError({ url, status, text, retryAfter }: Answered): UploadError {
  const message = wordsOf(text) ?? `fail to post ${url} ${status}`;
  return busy.has(status)
    ? new UploadError('busy', message, retryAfter === undefined ? undefined : retryAfter * 1000)
    : new UploadError('failed', message);
}

/** The upload error for an envelope with success false. */
export const refusalToUploadError = ({ code, message }: { code: number; message: string }): UploadError =>
  new UploadError(code === codes.gone.code ? 'gone' : 'refused', message);

/** Statuses after which the server, or one that its proxy could not wait for, may have done what was asked. */
const unknown = new Set([0, 502, 503, 504]);

/** The upload error for a failed call that the server may have carried out nevertheless; undefined if it was refused. */
export const unansweredOf = ({ status, message }: ApiError): UploadError | undefined =>
  unknown.has(status) ? new UploadError(status === 0 ? 'lost' : 'busy', message) : undefined;

/** The answer's own message: its error, its message, or its text; none for an HTML page. */
function wordsOf(text: string): string | undefined {
  try {
    const { error, message } = recordIn(JSON.parse(text));
    const said = [error, message].find((words) => typeof words === 'string' && words !== '');
    if (typeof said === 'string') return said;
  } catch {
    // Not JSON: the text itself is the message.
  }
  const plain = text.trim();
  return plain === '' || /^[<{[]/.test(plain) ? undefined : plain.slice(0, 200);
}
