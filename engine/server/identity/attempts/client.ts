import { createHash } from 'node:crypto';
import { deviceHeader } from '@back-office/contract/calls/login.ts';
import bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

/** The origin of a request, as the logs show it. */
export interface Client {
  ip: string;
  /** null if the client does not identify itself. */
  browser: string | null;
  os: string | null;
  /** SHA-256 of the secret that a browser keeps and sends when it signs in; absent if none was sent. */
  device?: string;
}

/** Reads address, browser and system of a request; proxy headers are trusted only if TRUST_PROXY says so. */
export function clientOf(request: FastifyRequest): Client {
  const agent = (request.headers['user-agent'] ?? '').slice(0, 500);
  const device = deviceOf(request);
  const from = { ip: request.ip, ...(device === undefined ? {} : { device }) };
  if (agent === '') return { ...from, browser: null, os: null };
  const { browser, os } = bowser.parse(agent);
  return { ...from, browser: words(browser.name, browser.version), os: words(os.name, os.versionName ?? os.version) };
}

/** A header rather than a cookie: a page of another site cannot make a browser send it. */
function deviceOf({ headers }: FastifyRequest): string | undefined {
  const secret = headers[deviceHeader];
  if (typeof secret !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(secret)) return undefined;
  return createHash('sha256').update(secret).digest('base64url');
}

const words = (...parts: (string | undefined)[]): string | null =>
  parts
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
    .slice(0, 100) || null;
