import type { FastifyRequest } from 'fastify';

/**
 * True when the client holds what this ETag names. Compared weakly, as RFC 9110 13.1.2 asks: a proxy that compresses
 * turns a tag into `W/"…"`, and a client may name several, or `*` for whatever is there.
 */
export function holdsTag(request: FastifyRequest, etag: string): boolean {
  const held = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}
