import { recordIn } from '@back-office/contract/record-in.ts';
import { unknownCode } from '@back-office/contract/texts.ts';
import { ApiError } from '@back-office/web/platform/request/api-error.ts';
import { readEnvelope } from '@back-office/web/platform/request/read-envelope.ts';
import { send } from '@back-office/web/platform/request/send.ts';
import type { ApiDocument } from '../api-docs.ts';

/** Fetches the document, which has no envelope; errors have one. */
export async function readDocument(signal: AbortSignal): Promise<ApiDocument> {
  const answer = await send('/api/openapi.json', { signal });
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  if (isDocument(body)) return body;
  await readEnvelope(answer, signal);
  throw new ApiError('接口文档的格式不正确', { code: unknownCode, status: answer.status });
}

const isDocument = (body: unknown): body is ApiDocument => typeof recordIn(body)['openapi'] === 'string';
