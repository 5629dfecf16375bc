import { sessionEndsHeader } from '@back-office/contract/calls/session-ends.ts';
import { unattendedHeader } from '@back-office/contract/calls/unattended.ts';
import { limits } from '@back-office/contract/limits.ts';
import { texts, unknownCode } from '@back-office/contract/texts.ts';
import { getAccessToken } from './access-token.ts';
import { ApiError } from './api-error.ts';
import { attendance } from './attendance.ts';
import type { RequestOptions } from './request-options.ts';
import { updateSessionEnds } from './session-ends.ts';

/**
 * Makes a call and returns the raw answer, whatever its status. Rejects with an ApiError if no answer arrives, or not in time, and with the caller's
 * own reason if the caller aborted.
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeout ?? limits.requestTimeout);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const init = requestInit(options);
  const report = init.headers.has(unattendedHeader) ? undefined : attendance.unreported();
  // Only reads are made without a person: what is written, such as the rows of a long import, goes back to one.
  if (report === undefined && init.method === 'GET') init.headers.set(unattendedHeader, '1');
  const sentAt = Date.now();
  try {
    const { query, keepalive = false } = options;
    const answer = await fetch(withQuery(path, query), { ...init, signal, keepalive, cache: 'no-store' });
    const ends = answer.headers.get(sessionEndsHeader);
    // Without it the session was not looked up, as by a server that is too busy.
    if (ends !== null) report?.();
    updateSessionEnds(ends, init.headers.get('Authorization') ?? undefined, sentAt);
    return answer;
  } catch (error) {
    throw asApiError(error, options.signal);
  }
}

/** Converts the error of a failed fetch, or of reading its body, into one for the user. */
export function asApiError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ApiError(texts.timeout, { code: unknownCode, status: 0 });
  }
  return new ApiError('网络异常，请检查网络连接', { code: unknownCode, status: 0 });
}

function withQuery(path: string, query: RequestOptions['query']): string {
  const text = query === undefined ? '' : new URLSearchParams(typeof query === 'function' ? query() : query).toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

function requestInit({ method = 'GET', json, form, headers }: RequestOptions): RequestInit & { method: string; headers: Headers } {
  const all = new Headers(headers);
  const token = getAccessToken();
  if (token !== undefined && !all.has('Authorization')) all.set('Authorization', token);
  if (form !== undefined) return { method, headers: all, body: new URLSearchParams(form) };
  if (json === undefined) return { method, headers: all };
  all.set('Content-Type', 'application/json');
  const value: unknown = typeof json === 'function' ? json() : json;
  return { method, headers: all, body: typeof value === 'string' ? value : JSON.stringify(value) };
}
