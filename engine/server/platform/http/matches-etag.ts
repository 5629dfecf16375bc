import type { FastifyRequest } from 'fastify';

/**
 * True if the client has the version named by this ETag. Compared weakly, as RFC 9110 13.1.2 requires: a proxy that
 * compresses turns a tag into `W/"…"`, and a client may name several, or `*` for any version.
 */
export function matchesEtag(request: FastifyRequest, etag: string): boolean {
  const clientTags = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return clientTags.includes(etag) || clientTags.includes('*');
}
