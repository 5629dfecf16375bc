import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { newKey } from '../../platform/request/new-key.ts';
import { bandwidth } from './bandwidth.ts';
import { transfer } from './transfer.ts';
import { transferParts } from './transfer-parts.ts';
import { uploadUrl, type UploadTarget } from './upload-target.ts';

const noEvents = { onSent: () => undefined, onId: () => undefined, onChunk: () => undefined, onWaiting: () => undefined };

/** Uploads a small file without showing progress, such as a cropped image. Rejects with a message for the user. */
export function sendFile(file: File, to: Pick<UploadTarget, 'otcId' | 'otcType'>, signal: AbortSignal): Promise<FileRecord> {
  const chunkSize = bandwidth.chunkSize(limits.upload.chunkSize);
  const target: UploadTarget = { ...to, fileSource: 'Server', fileAlias: '', url: uploadUrl, chunkSize };
  return transfer({ file, chunkSize, signal }, transferParts(file.name, newKey(), target), noEvents);
}
