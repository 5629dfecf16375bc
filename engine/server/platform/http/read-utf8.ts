import type { FastifyRequest } from 'fastify';

// A byte order mark stays: in the middle of a form it is a character like any other.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of these bytes, or undefined if they are not UTF-8: read as if they were, they would be stored wrongly for good. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a body, or undefined if it is not UTF-8, by its bytes or by its declared charset: a client that writes GBK may happen to send bytes of both. */
export const readUtf8Body = (request: FastifyRequest, body: Uint8Array): string | undefined =>
  /^utf-?8$/i.test(charsetOf(request)) ? readUtf8(body) : undefined;

/** The charset that the body's content type declares; UTF-8 by default. */
export function charsetOf({ headers }: FastifyRequest): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return charset;
}
