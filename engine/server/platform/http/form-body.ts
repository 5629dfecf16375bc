import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWellEscaped } from './is-well-escaped.ts';
import { charsetOf, readUtf8, readUtf8Body } from './read-utf8.ts';
import { Refusal } from './refusal.ts';

/** Largest form, in bytes. */
const bodyLimit = 64 * 1024;

/**
 * Reads form-encoded bodies (docs/spec.md 7). Those that are not UTF-8, by their bytes, their escapes or their declared charset, are refused with 40010.
 * A name that appears several times has a list.
 */
export function formBody(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer', bodyLimit }, (request, body: Buffer, done) => {
    const text = readUtf8Body(request, body) ?? readAscii(request, body);
    if (text !== undefined && isWellEscaped(text)) done(null, { ...parse(text) });
    else done(new Refusal('malformed'));
  });
}

/** The text of a form that says the same in every charset. Usual clients of Java declare Latin 1 for each form, whatever is in it. */
function readAscii(request: FastifyRequest, body: Buffer): string | undefined {
  if (!/^(?:iso-8859-1|us-ascii)$/i.test(charsetOf(request))) return undefined;
  const text = readUtf8(body);
  return text === undefined || /[^\0-\x7f]|%[89a-f]/i.test(text) ? undefined : text;
}
