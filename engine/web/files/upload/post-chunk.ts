import { abortReason } from '../../platform/request/abort-reason.ts';
import { sessionEndsHeader } from '@back-office/contract/calls/session-ends.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { notifyExpired } from '../../platform/request/notify.ts';
import { whenUnlocked } from '../../platform/request/screen-lock.ts';
import { whenAllowed } from '../../platform/request/when-allowed.ts';
import { readEnvelope } from '../../platform/request/read-envelope.ts';
import { isExpired } from '../../platform/request/report.ts';
import { updateSessionEnds } from '../../platform/request/session-ends.ts';
import { UploadError } from './upload-error.ts';
import { refusalToUploadError, statusToUploadError } from './to-upload-error.ts';

export interface Post {
  url: string;
  form: FormData;
  headers?: Readonly<Record<string, string>> | undefined;
  withCredentials?: boolean | undefined;
  signal: AbortSignal;
  onBytes: (bytes: number) => void;
}

/** An upload without progress for this long counts as interrupted. */
const stallTimeoutMs = 60_000;

/**
 * Posts one form and returns the envelope's data. Rejects with an UploadError that says whether it is transient. If the session has ended, or a password
 * or second factor must be set first, it waits for the person to do so and is then retried.
 */
export async function postChunk(post: Post): Promise<unknown> {
  try {
    return await whenUnlocked(() => whenAllowed(() => postWithRetry(post), post.signal), post.signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw isExpired(error) ? new UploadError('signed-out', error.message) : refusalToUploadError(error);
  }
}

async function postWithRetry(post: Post): Promise<unknown> {
  const token = getAccessToken();
  const sentAt = performance.now();
  try {
    return await postOnce(post);
  } catch (error) {
    if (!(error instanceof ApiError) || !isExpired(error)) throw error;
    const renewed = getAccessToken() !== undefined && getAccessToken() !== token;
    if (!renewed && !(await notifyExpired(error.message, sentAt))) throw new UploadError('signed-out', error.message);
    post.signal.throwIfAborted();
    return postOnce(post);
  }
}

async function postOnce(post: Post): Promise<unknown> {
  const { status, text, retryAfter } = await exchange(post);
  if (status < 200 || status > 299) {
    const envelope = await readEnvelope(new Response(text, { status: 200 })).catch((error: unknown) => error);
    // Refusals that are distinguished: the session has ended, or the upload is unknown.
    if (envelope instanceof ApiError && (isExpired(envelope) || envelope.code === codes.gone.code)) throw envelope;
    throw statusToUploadError({ url: post.url, status, text, retryAfter });
  }
  return readEnvelope(new Response(text, { status: 200 }));
}

/** Uses XMLHttpRequest, since fetch reports no upload progress. */
function exchange({ url, form, headers, withCredentials = false, signal, onBytes }: Post) {
  return new Promise<{ status: number; text: string; retryAfter: number | undefined }>((resolve, reject) => {
    const call = new XMLHttpRequest();
    const sentAt = Date.now();
    const token = getAccessToken();
    let watch: ReturnType<typeof setTimeout>;
    const restartTimer = () => {
      clearTimeout(watch);
      watch = setTimeout(() => call.abort(), stallTimeoutMs);
    };
    const stop = () => call.abort();
    const end = (settle: () => void) => () => {
      clearTimeout(watch);
      signal.removeEventListener('abort', stop);
      settle();
    };
    call.upload.addEventListener('progress', ({ loaded }) => {
      restartTimer();
      onBytes(loaded);
    });
    call.addEventListener(
      'load',
      end(() => {
        updateSessionEnds(call.getResponseHeader(sessionEndsHeader), token, sentAt);
        resolve({ status: call.status, text: call.responseText, retryAfter: secondsOf(call.getResponseHeader('Retry-After')) });
      }),
    );
    call.addEventListener(
      'error',
      end(() => reject(new UploadError('lost', '网络异常，恢复后自动继续'))),
    );
    call.addEventListener(
      'abort',
      end(() => reject(signal.aborted ? abortReason(signal) : new UploadError('lost', '网络异常，恢复后自动继续'))),
    );
    call.open('POST', url);
    call.withCredentials = withCredentials;
    if (token !== undefined) call.setRequestHeader('Authorization', token);
    for (const [name, value] of Object.entries(headers ?? {})) call.setRequestHeader(name, value);
    signal.addEventListener('abort', stop);
    restartTimer();
    call.send(form);
  });
}

function secondsOf(text: string | null): number | undefined {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
