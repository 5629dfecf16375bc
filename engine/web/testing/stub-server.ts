import { vi } from 'vitest';
import { callOf, respond, type Answers, type Call } from './answer-call.ts';

export { Refusal, type Call } from './answer-call.ts';

/** Opening a record saves it as recently opened: this call is answered, but not listed, in every test. */
const opened = '/api/sys/user/preference/recent.records';

const always: Answers = {
  'GET /api/sys/user/preference': {},
  [`PUT ${opened}`]: null,
  'GET /api/sys/dict/select-tree': { items: [] },
  // A deleted record can no longer be found.
  'GET /api/sys/recycle/select-page': { items: [], total: 0 },
  // The tree beside the lists of people and departments.
  'GET /api/sys/org/select-options': { items: [], total: 0 },
};
let unanswered: string[] = [];

/**
 * Answers the calls of this test, `'GET /api/…': data`; returns the list of the calls made. The request layer is the real one. A call without an
 * answer here fails the test at its end.
 */
export function stubServer(given: Answers = {}): Call[] {
  const made: Call[] = [];
  // Its own: a call that a test leaves under way is not answered by the next one's.
  const answers = new Map<string, unknown>(Object.entries({ ...always, ...given }));
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const call = callOf(input, init);
    if (call.path !== opened) made.push(call);
    // Like over a network: answers arrive later, unless the caller has aborted.
    await new Promise((resolve) => setTimeout(resolve));
    init.signal?.throwIfAborted();
    const name = `${call.method} ${call.path}`;
    // A late unwatch of a record from an earlier test.
    if (!answers.has(name) && !name.startsWith('DELETE /api/live/watch/')) unanswered.push(name);
    return respond(call, answers.has(name) ? answers.get(name) : new Response(null, { status: 404 }), init.signal ?? undefined);
  });
  return made;
}

/** The unanswered calls since the last time this was called. */
export function takeUnanswered(): string[] {
  const taken = unanswered;
  unanswered = [];
  return taken;
}
