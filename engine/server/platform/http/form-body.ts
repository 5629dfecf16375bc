import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';
import { isWellEscaped } from './is-well-escaped.ts';

/** Largest form, in bytes. */
const bodyLimit = 64 * 1024;

/** Reads form-encoded bodies (docs/spec.md 7); invalid escapes are refused with 40010. A name that appears several times has a list. */
export function formBody(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, body: string, done) => {
    if (isWellEscaped(body)) done(null, { ...parse(body) });
    else done(new Refusal('malformed'));
  });
}
