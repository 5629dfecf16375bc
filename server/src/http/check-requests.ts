import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';
import { isWellEscaped } from './well-escaped.ts';

/**
 * What every call must be before anybody looks at who sends it: one that no page of another site makes the browser
 * send (hardening.md F21), and one whose query can be read (wire.md, code 40010).
 */
export function checkRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, headers }) => {
    if (!url.startsWith('/api')) return;
    if (headers['sec-fetch-site'] === 'cross-site') throw new Refusal('notPermitted', { message: '不允许的来源' });
    const query = url.indexOf('?');
    if (query !== -1 && !isWellEscaped(url.slice(query))) throw new Refusal('malformed');
  });
}
