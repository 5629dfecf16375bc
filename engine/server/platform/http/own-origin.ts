import type { IncomingMessage } from 'node:http';
import { isOwn, placeOf } from './known-host.ts';

/**
 * Where people reach this server: PUBLIC_URL, and without it the address that the connection came to, where the `Host` header
 * names that one. Undefined where neither says it: no address is built from what a client claims (docs/hardening.md M05).
 */
export function ownOrigin({ headers, socket }: IncomingMessage, publicUrl: string | undefined): string | undefined {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const named = /^[\w.:[\]-]+$/.test(headers.host ?? '') ? headers.host : '';
  const place = placeOf('http:', named);
  return place !== null && isOwn(place, socket) ? place.origin : undefined;
}
