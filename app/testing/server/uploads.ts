import { createHash } from 'node:crypto';
import type { FileRecord, UploadState } from '@back-office/contract/calls/file.ts';
import type { Answer, TestApp } from './test-app.ts';

/** The content of one chunk in a test; `name` is the file part's name as written in the form. */
export interface SentChunk {
  name: string;
  bytes: Buffer;
  fields: Readonly<Record<string, string | number>>;
  /** Fields after the file rather than before it. */
  fileFirst?: boolean;
}

const boundary = '----test-boundary-7193';

/** The content type of a form written by `formOf`. */
export const formType = `multipart/form-data; boundary=${boundary}`;

/** A multipart form, written according to RFC 7578 as browsers do. */
export function formOf({ name, bytes, fields, fileFirst = false }: SentChunk): Buffer {
  const field = ([key, value]: [string, string | number]): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const texts = Buffer.from(Object.entries(fields).map(field).join(''));
  const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="chunk"; filename="${quoted}"\r\nContent-Type: text/html\r\n\r\n`;
  const file = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
  return Buffer.concat([...(fileFirst ? [file, texts] : [texts, file]), Buffer.from(`--${boundary}--\r\n`)]);
}

/** Sends one chunk. */
export function sendChunk(
  app: TestApp,
  token: string | undefined,
  chunk: SentChunk,
  headers: Record<string, string> = {},
): Promise<Answer<UploadState & FileRecord>> {
  return app.call<UploadState & FileRecord>(token, 'POST', 'file/upload', formOf(chunk), {
    headers: { 'content-type': formType, ...headers },
  });
}

/**
 * Sends a whole file in chunks of `size` bytes, one after the other; returns the last answer, whose `data` is the file's record.
 * @example
 * export async function giveLogo(app: TestApp, { token }: Session): Promise<void> {
 *   const { data } = await sendFile(app, token, { name: '标志.png', bytes: pngOf(8, 8) });
 *   await app.call(token, 'POST', 'acme/party/save', { partyName: '远航物流', partyLogo: data.id });
 * }
 */
export async function sendFile(
  app: TestApp,
  token: string,
  { name, bytes, size = bytes.length, fields = {} }: { name: string; bytes: Buffer; size?: number; fields?: Record<string, string> },
): Promise<Answer<UploadState & FileRecord>> {
  const totalChunks = Math.max(1, Math.ceil(bytes.length / size));
  const chunk = (at: number): Omit<SentChunk, 'name'> => ({
    bytes: bytes.subarray(at * size, (at + 1) * size),
    fields: { ...fields, totalChunks, currentChunk: at },
  });
  let answer = await sendChunk(app, token, { name, ...chunk(0) });
  const { id } = answer.data ?? {};
  for (let at = 1; at < totalChunks && answer.code === 20000; at += 1)
    answer = await sendChunk(app, token, { name: `${id}|${name}`, ...chunk(at) });
  return answer;
}

/** The answer to a fetch of a signed path. */
export async function fetchPath(app: TestApp, path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const response = await app.server.inject({ method, url: path, headers });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
