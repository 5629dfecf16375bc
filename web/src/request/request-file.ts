import { readEnvelope } from './read-envelope.ts';
import { report } from './report.ts';
import type { RequestOptions } from './request-options.ts';
import { asApiError, send } from './send.ts';

/** A file as the server sent it, with the name it gave. */
export interface ReceivedFile {
  blob: Blob;
  fileName: string | undefined;
}

/** A file may be long on its way. */
const fileTimeout = 600_000;

/** Like `request`, for calls that answer with a file, such as an export; a refusal still comes as an envelope. */
export async function requestFile(path: string, options: RequestOptions = {}): Promise<ReceivedFile> {
  try {
    const response = await send(path, { timeout: fileTimeout, ...options });
    if (!response.ok || isJson(response)) await readEnvelope(response, options.signal);
    return { blob: await blobOf(response, options.signal), fileName: fileNameOf(response.headers.get('Content-Disposition') ?? '') };
  } catch (error) {
    report(error, options.quiet === true);
    throw error;
  }
}

async function blobOf(response: Response, signal: AbortSignal | undefined): Promise<Blob> {
  try {
    return await response.blob();
  } catch (error) {
    throw asApiError(error, signal);
  }
}

const isJson = (response: Response): boolean => response.headers.get('Content-Type')?.startsWith('application/json') === true;

function fileNameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded === undefined) return /filename="([^"]+)"/i.exec(disposition)?.[1];
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
