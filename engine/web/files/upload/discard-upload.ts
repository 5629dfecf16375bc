import type { FileRecord, UploadState } from '@back-office/contract/calls/file.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { request } from '../../platform/request/request.ts';
import type { RequestOptions } from '../../platform/request/request-options.ts';
import { unansweredOf } from './to-upload-error.ts';
import { waitUnlisted } from './wait-unlisted.ts';
import { withRetries } from './with-retries.ts';

/** Has the server delete the file of an upload that was removed before it was stored. A failure is not shown: the upload is no longer listed. */
export const discardFile = ({ id }: FileRecord): Promise<unknown> =>
  ask('/api/file/delete', { method: 'DELETE', query: [['id', id]] }).catch(() => undefined);

/**
 * Has the server delete the chunks of a removed upload; `mayBeStored` if this window has sent its last bytes, which may have made it a file already.
 * A failure is not shown: the server removes unfinished uploads within a day.
 */
export async function discardUpload(id: string, mayBeStored: boolean): Promise<void> {
  const path = `/api/file/upload/${id}`;
  try {
    await ask(path, { method: 'DELETE' });
  } catch (error) {
    if (!mayBeStored || !(error instanceof ApiError) || error.code !== codes.gone.code) return;
    const state = await ask<UploadState>(path).catch(() => undefined);
    if (state?.file !== undefined) await discardFile(state.file);
  }
}

/** Makes a call for an upload that is no longer listed, a few times if it is not answered. */
const ask = <Data>(path: string, options: RequestOptions = {}): Promise<Data> =>
  withRetries(
    () =>
      request<Data>(path, { ...options, quiet: true }).catch((error: unknown) => {
        throw (error instanceof ApiError ? unansweredOf(error) : undefined) ?? error;
      }),
    { parts: { wait: waitUnlisted(() => false) }, events: { onWaiting: () => undefined }, signal: new AbortController().signal },
  );
