import type { FileRecord, UploadState } from '@back-office/contract/calls/file.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { request } from '../../platform/request/request.ts';

/** Has the server delete the file of an upload that was removed before it was stored. A failure is not shown: the upload is no longer listed. */
export const discardFile = ({ id }: FileRecord): Promise<unknown> =>
  request('/api/file/delete', { method: 'DELETE', query: [['id', id]], quiet: true }).catch(() => undefined);

/**
 * Has the server delete the chunks of a removed upload; `mayBeStored` if this window has sent its last bytes, which may have made it a file already.
 * A failure is not shown: the server removes unfinished uploads within a day.
 */
export async function discardUpload(id: string, mayBeStored: boolean): Promise<void> {
  const path = `/api/file/upload/${id}`;
  try {
    await request(path, { method: 'DELETE', quiet: true });
  } catch (error) {
    if (!mayBeStored || !(error instanceof ApiError) || error.code !== codes.gone.code) return;
    const state = await request<UploadState>(path, { quiet: true }).catch(() => undefined);
    if (state?.file !== undefined) await discardFile(state.file);
  }
}
