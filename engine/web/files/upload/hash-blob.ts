import { abortReason } from '../../platform/request/abort-reason.ts';
import type { HashAnswer, HashQuestion } from './hash-worker.ts';
import { UploadError } from './upload-error.ts';

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, { resolve: (hash: string) => void; reject: (error: Error) => void }>();

/** The SHA-256 of a blob in hex, computed in a worker. Rejects if the file can no longer be read. */
export function hashBlob(blob: Blob, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const number = (asked += 1);
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    signal?.addEventListener('abort', () => waiting.delete(number) && reject(abortReason(signal)), { once: true });
    (worker ??= start()).postMessage({ number, blob } satisfies HashQuestion);
  });
}

function start(): Worker {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HashAnswer>) => {
    const question = waiting.get(data.number);
    waiting.delete(data.number);
    if ('hash' in data) question?.resolve(data.hash);
    // The file was moved or changed, or its disk removed, since it was selected.
    else question?.reject(new UploadError('failed', '文件已无法读取，请重新选择'));
  });
  started.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new UploadError('failed', '文件校验失败，请刷新页面后重试'));
    waiting.clear();
    worker = undefined;
  });
  return started;
}
