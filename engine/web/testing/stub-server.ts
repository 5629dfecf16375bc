import { codes, type Outcome } from '@back-office/contract/envelope.ts';
import { vi } from 'vitest';

/** A call as a component made it. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  /** What was sent, read as JSON where it is that. */
  body: unknown;
  headers: Headers;
}

/** What calls are answered with, by method and path: `data` of the envelope, or a function that makes it of the call. */
type Answers = Readonly<Record<string, unknown>>;

/** A refusal in the words of the server; thrown by an answer. */
export class Refusal extends Error {
  readonly outcome: Outcome;
  readonly data: unknown;
  constructor(outcome: Outcome, message: string = codes[outcome].message, data?: unknown) {
    super(message);
    this.outcome = outcome;
    this.data = data;
  }
}

/** Every record that is looked at is kept as one that was opened last: answered beside what a test is about, and not listed. */
const opened = '/api/sys/user/preference/recent.records';

const always: Answers = {
  'GET /api/sys/user/preference': {},
  [`PUT ${opened}`]: null,
  'GET /api/sys/dict/select-tree': { items: [] },
  // What was deleted is not found again.
  'GET /api/sys/recycle/select-page': { items: [], total: 0 },
  // The tree at the left of the lists of people and departments.
  'GET /api/sys/org/select-options': { items: [], total: 0 },
};
let answers = new Map<string, unknown>();
let unanswered: string[] = [];

/**
 * Answers the calls of this test, `'GET /api/…': data`; gives the list of those that were made. The request layer above
 * it is the real one. A call that has no answer here fails the test when it ends.
 */
export function stubServer(given: Answers = {}): Call[] {
  const made: Call[] = [];
  answers = new Map(Object.entries({ ...always, ...given }));
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const call = callOf(input, init);
    if (call.path !== opened) made.push(call);
    // As over a network: an answer comes later, unless the caller has given up.
    await new Promise((resolve) => setTimeout(resolve));
    init.signal?.throwIfAborted();
    return respond(call, init.signal ?? undefined);
  });
  return made;
}

/** The calls that nobody answered, since this was asked before. */
export function takeUnanswered(): string[] {
  const taken = unanswered;
  unanswered = [];
  return taken;
}

function callOf(input: string, { method = 'GET', body, headers }: RequestInit): Call {
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

async function respond(call: Call, signal: AbortSignal | undefined): Promise<Response> {
  const name = `${call.method} ${call.path}`;
  // A record that an earlier test was looking at is left late.
  if (!answers.has(name) && !name.startsWith('DELETE /api/live/watch/')) unanswered.push(name);
  const answer = answers.has(name) ? answers.get(name) : new Response(null, { status: 404 });
  try {
    const data: unknown = typeof answer === 'function' ? await abortable((answer as (call: Call) => unknown)(call), signal) : answer;
    if (data instanceof Response) return data;
    return envelope('ok', codes.ok.message, data);
  } catch (error) {
    if (error instanceof Refusal) return envelope(error.outcome, error.message, error.data);
    throw error;
  }
}

/** An answer that is still made when its caller gives up reaches nobody. */
const abortable = (made: unknown, signal: AbortSignal | undefined): unknown =>
  signal === undefined
    ? made
    : Promise.race([made, new Promise((_, give) => signal.addEventListener('abort', () => give(signal.reason), { once: true }))]);

function envelope(outcome: Outcome, message: string, data: unknown): Response {
  const { code, status } = codes[outcome];
  return Response.json({ success: outcome === 'ok', code, message, data }, { status });
}
