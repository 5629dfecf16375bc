import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Keeps in X-Forwarded-For only valid addresses, before anything reads it: removes ports, and everything left of an
 * invalid entry, which no proxy of ours has written.
 */
export function cleanForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const header = headers['x-forwarded-for'];
    if (header === undefined) return;
    const kept: string[] = [];
    for (const entry of String(header).split(',').toReversed()) {
      const address = withoutPort(entry.trim());
      if (isIP(address) === 0) break;
      kept.unshift(address);
    }
    if (kept.length === 0) delete headers['x-forwarded-for'];
    else headers['x-forwarded-for'] = kept.join(', ');
  });
}

const withoutPort = (entry: string): string => /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
