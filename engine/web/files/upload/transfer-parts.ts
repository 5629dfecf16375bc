import type { FileRecord, UploadState } from '@back-office/contract/calls/file.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { isExpired } from '../../platform/request/report.ts';
import { request } from '../../platform/request/request.ts';
import { hashBlob } from './hash-blob.ts';
import { bandwidth } from './bandwidth.ts';
import { postChunk } from './post-chunk.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import type { ChunkAnswer, ChunkToSend, TransferParts } from './transfer.ts';
import { UploadError } from './upload-error.ts';
import { refusalToUploadError } from './to-upload-error.ts';
import type { UploadTarget } from './upload-target.ts';
import { waitToRetry } from './wait-to-retry.ts';

/** Concurrent chunks of all files together: a browser opens six connections, and pages need some too. */
const takeTurn = limitConcurrency(3);

/** The calls that transfer a file (docs/wire.md "Files"). `key` makes a repeated first chunk the same upload. */
export const transferParts = (name: string, key: string, target: UploadTarget): TransferParts<FileRecord> => ({
  send: (chunk, signal, onBytes) =>
    takeTurn(signal, async () => {
      const headers = { ...(chunk.id === undefined ? { 'Idempotency-Key': key } : {}), ...target.headers };
      const { url, withCredentials } = target;
      const begin = performance.now();
      const post = { url, form: formOf(name, chunk, target), headers, withCredentials, signal, onBytes };
      const data = await postChunk(post).catch((error: unknown) => {
        if (error instanceof UploadError && error.kind === 'lost') bandwidth.reset();
        throw error;
      });
      bandwidth.mark(chunk.blob.size, performance.now() - begin);
      return answerOf(data);
    }),
  received: async (id, signal) => {
    try {
      return (await request<UploadState>(`/api/file/upload/${id}`, { signal, quiet: true })).received;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 0) throw new UploadError('lost', error.message);
      if (isExpired(error)) throw new UploadError('signed-out', error.message);
      throw error.code === codes.gone.code ? refusalToUploadError(error) : new UploadError('busy', error.message);
    }
  },
  hash: hashBlob,
  wait: waitToRetry,
});

function formOf(name: string, { id, index, totalChunks, blob, hash }: ChunkToSend, target: UploadTarget): FormData {
  const form = new FormData();
  form.append('totalChunks', String(totalChunks));
  form.append('currentChunk', String(index));
  form.append('otcId', target.otcId);
  form.append('otcType', target.otcType);
  form.append('fileSource', target.fileSource);
  form.append('fileAlias', target.fileAlias);
  form.append('chunkHash', hash);
  form.append('chunk', blob, id === undefined ? name : `${id}|${name}`);
  return form;
}

/** The last answer is the record, the others list the received chunks. */
function answerOf(data: unknown): ChunkAnswer<FileRecord> {
  const answer = (data ?? {}) as Partial<FileRecord> & { id?: string; received?: number[] };
  if (answer.filePath !== undefined) return { stored: answer as FileRecord };
  if (typeof answer.id !== 'string') throw new UploadError('failed', '服务器的回答有误，请重新上传');
  return { id: answer.id, received: Array.isArray(answer.received) ? answer.received : [] };
}
