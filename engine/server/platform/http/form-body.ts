import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { isWellEscaped } from './is-well-escaped.ts';
import { readUtf8Body } from './read-utf8.ts';
import { Refusal } from './refusal.ts';

/** Largest form, in bytes. */
const bodyLimit = 64 * 1024;

/**
 * Reads form-encoded bodies (docs/spec.md 7). Those that are not UTF-8, by their bytes, their escapes or their declared charset, are refused with 40010.
 * A name that appears several times has a list.
 */
export function formBody(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer', bodyLimit }, (request, body: Buffer, done) => {
    const text = readUtf8Body(request, body);
    if (text !== undefined && isWellEscaped(text)) done(null, { ...parse(text) });
    else done(new Refusal('malformed'));
  });
}
