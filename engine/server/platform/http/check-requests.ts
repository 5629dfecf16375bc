import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import { isKnownHost } from './known-host.ts';
import { Refusal } from './refusal.ts';
import { isWellEscaped } from './is-well-escaped.ts';

/**
 * What every request must be before anybody looks at who sends it: one that names a host, and whose body comes as it is
 * (docs/hardening.md I09); meant for this place (docs/hardening.md F22); and every call one that no page of another site makes the
 * browser send (docs/hardening.md F21), and one whose query can be read (docs/wire.md 40010).
 */
export function checkRequests(app: FastifyInstance, { publicUrl }: Settings): void {
  // Node would answer with a bare 417; an expectation may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw, url, headers }, reply) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') throw new Refusal('malformed');
    // Node takes chunks of anything, which a proxy in between may have read as something else.
    if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
      reply.header('connection', 'close');
      throw new Refusal('malformed');
    }
    if (!isKnownHost(raw, publicUrl)) throw wrongHost(publicUrl);
    if (!url.startsWith('/api')) return;
    if (headers['sec-fetch-site'] === 'cross-site') throw new Refusal('notPermitted', { message: '不允许的来源' });
    const query = url.indexOf('?');
    if (query !== -1 && !isWellEscaped(url.slice(query))) throw new Refusal('malformed');
  });
}

/** 42100: the message says where to go instead. */
export const wrongHost = (publicUrl: string | undefined): Refusal =>
  new Refusal('wrongHost', publicUrl === undefined ? {} : { message: `请从 ${new URL(publicUrl).origin} 访问` });
