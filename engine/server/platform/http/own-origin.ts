import type { IncomingMessage } from 'node:http';
import { isOwnAddress, placeOf } from './known-host.ts';

/**
 * The address where people reach this server: PUBLIC_URL or, without it, the address that the connection came to, if the
 * `Host` header names that one. Otherwise undefined: no address is built from a client's claims (docs/hardening.md M05).
 */
export function ownOrigin({ headers, socket }: IncomingMessage, publicUrl: string | undefined): string | undefined {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const hostHeader = /^[\w.:[\]-]+$/.test(headers.host ?? '') ? headers.host : '';
  const place = placeOf('http:', hostHeader);
  return place !== null && isOwnAddress(place, socket) ? place.origin : undefined;
}
