import type { FileRecord, KnownFile } from '@back-office/contract/calls/file.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { request } from '../../platform/request/request.ts';
import { hashBlob } from './hash-blob.ts';
import type { Unfinished } from './unfinished-store.ts';
import { unansweredOf } from './to-upload-error.ts';
import { uploadUrl } from './upload-target.ts';
import { type Retrying, withRetries } from './with-retries.ts';

interface Asking extends Retrying {
  /** The server is asked from now on, and may store the file; not called while there is no network. */
  readonly onAsk: () => void;
}

/**
 * The record for a file whose bytes this user has uploaded before, without uploading them again; null if they must be uploaded, also if the server
 * refuses to say. Until it has answered it is asked again, by the upload's key, as it may have stored the file. Rejects with an UploadError, or with
 * the signal's reason.
 */
export async function saveKnown(file: Blob, url: string, kept: Unfinished, asking: Asking): Promise<FileRecord | null> {
  if (url !== uploadUrl) return null;
  const { signal, onAsk } = asking;
  const { key, name, otcId, otcType, fileSource, fileAlias } = kept;
  const fileHash = await hashBlob(file, signal);
  const json: KnownFile = { fileName: name, fileSize: file.size, fileHash, otcId, otcType, fileSource, fileAlias };
  const headers = { 'Idempotency-Key': key };
  return withRetries(async () => {
    if (navigator.onLine) onAsk();
    try {
      return await request<FileRecord | null>('/api/file/save-known', { method: 'POST', headers, json, signal, quiet: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const unanswered = unansweredOf(error);
      // Refusals are left to the upload itself, which shows them.
      if (unanswered === undefined) return null;
      throw unanswered;
    }
  }, asking);
}
