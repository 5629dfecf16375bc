import type { FastifyInstance } from 'fastify';
import { hasRepeatedName } from '@back-office/contract/resource/has-repeated-name.ts';
import { readUtf8Body } from './read-utf8.ts';
import { Refusal } from './refusal.ts';

/**
 * Reads JSON bodies, and refuses with 40010 any that are not UTF-8, by their bytes or by their declared charset, and any
 * with a duplicate name (docs/hardening.md C12). An empty body counts as none: many clients send the type with every call.
 */
export function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    const text = readUtf8Body(request, body);
    if (text === undefined) done(new Refusal('malformed'));
    else {
      void parse(request, text, (error, value) => {
        if (error === null && hasRepeatedName(text, value)) done(new Refusal('malformed'));
        else done(error, value);
      });
    }
  });
}
