import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import { isKnownHost } from './known-host.ts';
import { Refusal } from './refusal.ts';
import { isWellEscaped } from './is-well-escaped.ts';

/**
 * Checks made on every request before its sender is identified: it names a host, and its body has no transfer coding
 * but chunked (docs/hardening.md I09); it is meant for this host (docs/hardening.md F22); no page of another site made
 * the browser send the call (docs/hardening.md F21); and its query is readable (docs/wire.md 40010).
 */
export function checkRequests(app: FastifyInstance, { publicUrl }: Settings): void {
  // Node would answer with a bare 417; an expectation may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw, url, headers }, reply) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') throw new Refusal('malformed');
    // Node treats any coding as chunked, which a proxy in between may have read differently.
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

/** 42100: the message names the address to use instead. */
export const wrongHost = (publicUrl: string | undefined): Refusal =>
  new Refusal('wrongHost', publicUrl === undefined ? {} : { message: `请从 ${new URL(publicUrl).origin} 访问` });
