import { vi } from 'vitest';
import { callOf, respond, type Answers, type Call } from './answer-call.ts';

export { Refusal, type Call } from './answer-call.ts';

/** Opening a record saves it as recently opened: this call is answered, but not listed, in every test. */
const opened = '/api/sys/user/preference/recent.records';

const always: Answers = {
  'GET /api/sys/user/preference': {},
  [`PUT ${opened}`]: null,
  'GET /api/sys/dict/select-tree': { items: [] },
  // A deleted record is not found any more.
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
