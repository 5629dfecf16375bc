import type { FileRecord, KnownFile } from '@back-office/contract/calls/file.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { request } from '../../platform/request/request.ts';
import { hashBlob } from './hash-blob.ts';
import { uploadUrl, type UploadTarget } from './upload-target.ts';

/**
 * The record for a file whose bytes this user has uploaded before, without uploading them again; null if they must be uploaded, also if the call
 * failed. Rejects when aborted.
 */
export async function saveKnown(
  file: Blob,
  name: string,
  target: UploadTarget,
  signal: AbortSignal,
  onAsk: () => void,
): Promise<FileRecord | null> {
  if (target.url !== uploadUrl) return null;
  const { otcId, otcType, fileSource, fileAlias } = target;
  const fileHash = await hashBlob(file, signal);
  const json: KnownFile = { fileName: name, fileSize: file.size, fileHash, otcId, otcType, fileSource, fileAlias };
  onAsk();
  try {
    return await request<FileRecord | null>('/api/file/save-known', { method: 'POST', json, signal, quiet: true });
  } catch (error) {
    // Refusals are left to the upload itself, which shows them.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
