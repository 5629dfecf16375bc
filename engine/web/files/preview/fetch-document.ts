import { uploadTexts } from '@back-office/contract/calls/file.ts';

/** Reads a whole file, but never more than `most` bytes. Rejects with a message for the user. */
export async function fetchDocument(url: string, most: number, signal: AbortSignal, onRead: (share: number) => void): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal });
  if (!answer.ok || answer.body === null) throw new Error(uploadTexts.noOriginal);
  const total = Number(answer.headers.get('Content-Length') ?? 0);
  if (total > most) throw new Error(tooLarge(most));
  const reader = answer.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let read = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    read += part.value.length;
    if (read > most) {
      await reader.cancel();
      throw new Error(tooLarge(most));
    }
    if (total > 0) onRead(read / total);
  }
  return new Blob(parts).arrayBuffer();
}

/** Why a document is not rendered in the browser. */
export const tooLarge = (most: number): string => `文件超过 ${most / 1024 / 1024}M，无法在线预览，请下载后查看`;
