import { codes, type Outcome } from '@back-office/contract/envelope.ts';

/** A recorded call. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The body sent, parsed if it is JSON. */
  body: unknown;
  headers: Headers;
}

/** Answers by method and path: the `data` of the envelope, or a function of the call that returns it. */
export type Answers = Readonly<Record<string, unknown>>;

/** A refusal with the server's message; thrown by an answer. */
export class Refusal extends Error {
  readonly outcome: Outcome;
  readonly data: unknown;
  constructor(outcome: Outcome, message: string = codes[outcome].message, data?: unknown) {
    super(message);
    this.outcome = outcome;
    this.data = data;
  }
}

/** The call that corresponds to these arguments of `fetch`. */
export function callOf(input: string, { method = 'GET', body, headers }: RequestInit): Call {
  const url = new URL(input, location.origin);
  return { method, path: url.pathname, query: url.searchParams, body: read(body), headers: new Headers(headers) };
}

function read(body: RequestInit['body']): unknown {
  if (typeof body !== 'string') return body instanceof URLSearchParams ? Object.fromEntries(body) : body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The response: `answer` in the server's envelope. */
export async function respond(call: Call, answer: unknown, signal: AbortSignal | undefined): Promise<Response> {
  try {
    const data: unknown = typeof answer === 'function' ? await abortable((answer as (call: Call) => unknown)(call), signal) : answer;
    if (data instanceof Response) return data;
    return envelope('ok', codes.ok.message, data);
  } catch (error) {
    if (error instanceof Refusal) return envelope(error.outcome, error.message, error.data);
    throw error;
  }
}

/** An answer still pending when its caller aborts is dropped. */
const abortable = (made: unknown, signal: AbortSignal | undefined): unknown =>
  signal === undefined
    ? made
    : Promise.race([made, new Promise((_, give) => signal.addEventListener('abort', () => give(signal.reason), { once: true }))]);

function envelope(outcome: Outcome, message: string, data: unknown): Response {
  const { code, status } = codes[outcome];
  return Response.json({ success: outcome === 'ok', code, message, data }, { status });
}
