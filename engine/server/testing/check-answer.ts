import type { LightMyRequestResponse } from 'fastify';

/** Stacks, SQL, table names, paths of the machine: nothing of these may appear in an answer (docs/hardening.md "Answer classes and invariants"). */
const leaks = [
  /\n\s+at /,
  /node_modules|file:\/\//,
  /\bsys_[a-z]\w*/,
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[^"]*\b(?:FROM|VALUES|SET|WHERE)\b/,
  /\b(?:syntax error|violates|duplicate key|invalid input|relation "|column ")/,
];

/**
 * The invariants of every answer of /api (docs/hardening.md "Answer classes and invariants"): never a 500, no
 * internals, JSON that is neither sniffed nor cached. A refusal may repeat what was sent: a word in `sent`, the call's
 * body, is the caller's own. Throws with what is wrong.
 */
export function checkAnswer(response: LightMyRequestResponse, what: string, sent: string | Buffer = ''): void {
  const wrong: string[] = [];
  if (response.statusCode >= 500) wrong.push(`HTTP ${response.statusCode}`);
  const refusedBody = response.body.includes('"success":true') ? '' : response.body;
  for (const leak of leaks) {
    const found = refusedBody.match(new RegExp(leak, 'g')) ?? [];
    if (found.some((text) => !sent.includes(text))) wrong.push(`the answer matches ${String(leak)}`);
  }
  const { headers } = response;
  if (response.body !== '' && headers['content-type'] !== 'application/json; charset=utf-8')
    wrong.push(`content-type ${String(headers['content-type'])}`);
  if (headers['cache-control'] !== 'no-store') wrong.push(`cache-control ${String(headers['cache-control'])}`);
  if (headers['x-content-type-options'] !== 'nosniff') wrong.push('no nosniff');
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join('; ')}\n${response.body.slice(0, 500)}`);
}
