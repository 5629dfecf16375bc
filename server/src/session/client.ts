import bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

/** Where a request came from, as the logs show it. */
export interface Client {
  ip: string;
  /** null where the client says nothing of itself. */
  browser: string | null;
  os: string | null;
}

/** Reads address, browser and system of a request; a proxy's word is believed only where TRUST_PROXY says so. */
export function clientOf(request: FastifyRequest): Client {
  const agent = (request.headers['user-agent'] ?? '').slice(0, 500);
  if (agent === '') return { ip: request.ip, browser: null, os: null };
  const { browser, os } = bowser.parse(agent);
  return { ip: request.ip, browser: words(browser.name, browser.version), os: words(os.name, os.versionName ?? os.version) };
}

const words = (...parts: (string | undefined)[]): string | null =>
  parts
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
    .slice(0, 100) || null;
