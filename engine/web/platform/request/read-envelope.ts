import { codes, type Envelope } from '@back-office/contract/envelope.ts';
import { texts, unknownCode } from '@back-office/contract/texts.ts';
import { ApiError } from './api-error.ts';
import { asApiError } from './send.ts';

/** Reads an answer's envelope: its `data`, or an ApiError in the words of the error catalogue (docs/spec.md 8). */
export async function readEnvelope<Data = unknown>(response: Response, signal?: AbortSignal): Promise<Data> {
  const { status } = response;
  const envelope = parse(await bodyOf(response, signal));
  if (status === codes.serverError.status) {
    throw new ApiError(texts.serverError, { code: codes.serverError.code, data: envelope?.data, status });
  }
  if (envelope === undefined) {
    throw new ApiError(response.ok ? texts.unknownError : `请求失败（${status}）`, { code: unknownCode, status });
  }
  if (response.ok && envelope.success) return envelope.data as Data;
  const { code, data, message } = envelope;
  throw new ApiError(message === '' ? texts.unknownError : message, { code, data, status });
}

async function bodyOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw asApiError(error, signal);
  }
}

function parse(text: string): Envelope | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('success' in value)) return undefined;
  const code = 'code' in value && typeof value.code === 'number' ? value.code : unknownCode;
  const message = 'message' in value && typeof value.message === 'string' ? value.message : texts.unknownError;
  return { success: value.success === true, code, message, data: 'data' in value ? value.data : undefined };
}
