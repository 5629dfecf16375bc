import type { FastifyInstance } from 'fastify';
import { hasRepeatedName } from '@back-office/contract/resource/has-repeated-name.ts';
import { Refusal } from './refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON bodies, and refuses with 40010 any that are not UTF-8, by their bytes or by their declared charset, since
 * the characters of a client that writes GBK would be stored wrongly for good; and any with a duplicate name
 * (docs/hardening.md C12). An empty body counts as none: many clients send the type with every call.
 */
export function jsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '') ?? [];
    const text = /^utf-?8$/i.test(charset) ? decode(body) : undefined;
    if (text === undefined) done(new Refusal('malformed'));
    else {
      void parse(request, text, (error, value) => {
        if (error === null && hasRepeatedName(text, value)) done(new Refusal('malformed'));
        else done(error, value);
      });
    }
  });
}

function decode(body: Buffer): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}
