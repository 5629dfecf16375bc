import { uploadTexts } from '@back-office/contract/calls/file.ts';

/** The server gives no such file, or no longer under this path. */
export class MissingFile extends Error {
  constructor() {
    super(uploadTexts.noOriginal);
  }
}

/** Reads a whole file, but never more than `maxBytes` bytes. Rejects with a message for the user; if there is none, with `MissingFile`. */
export async function fetchDocument(
  url: string,
  maxBytes: number,
  signal: AbortSignal,
  onRead: (share: number) => void,
): Promise<ArrayBuffer> {
  const answer = await fetch(url, { signal });
  if (!answer.ok || answer.body === null) throw new MissingFile();
  const total = Number(answer.headers.get('Content-Length') ?? 0);
  if (total > maxBytes) throw new Error(tooLarge(maxBytes));
  const reader = answer.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let read = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    read += part.value.length;
    if (read > maxBytes) {
      await reader.cancel();
      throw new Error(tooLarge(maxBytes));
    }
    if (total > 0) onRead(read / total);
  }
  return new Blob(parts).arrayBuffer();
}

/** Why a document is not rendered in the browser. */
export const tooLarge = (maxBytes: number): string => `文件超过 ${maxBytes / 1024 / 1024}M，无法在线预览，请下载后查看`;
