import { ApiError } from './api-error.ts';
import { unknownCode } from '@back-office/contract/texts.ts';
import { readEnvelope } from './read-envelope.ts';
import { report } from './report.ts';
import { send } from './send.ts';
import { saveAs } from './save-as.ts';

/** A file of a million rows takes long; the server does not time out while data still flows. */
const timeout = 30 * 60_000;

/** Fetches a file and has the browser save it. A refusal is shown and rejects, as with any other call. */
export async function saveFile(path: string): Promise<void> {
  try {
    const response = await send(path, { timeout });
    const disposition = response.headers.get('content-disposition');
    if (disposition === null) {
      await readEnvelope(response);
      throw new ApiError('没有收到文件', { code: unknownCode, status: response.status });
    }
    saveAs(await readCompletely(response), nameIn(disposition));
  } catch (error) {
    report(error, false);
    throw error;
  }
}

/** The complete file, or a rejection: a broken stream must not be saved as half a file. */
async function readCompletely(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch {
    throw new ApiError('文件没有下载完整，请重试', { code: unknownCode, status: response.status });
  }
}

const nameIn = (header: string): string => decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(header)?.[1] ?? 'export.xlsx');
