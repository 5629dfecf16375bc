import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The paths that a monitor requests from each node, under whatever name it knows it by. */
const monitorPaths = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * True unless PUBLIC_URL is set and the `Host` header names another place (docs/hardening.md F22). A node also answers
 * under the address that the connection came to, which only a client that reaches it directly can use.
 */
export function isKnownHost({ headers, socket, url = '' }: IncomingMessage, publicUrl: string | undefined): boolean {
  if (publicUrl === undefined || monitorPaths.has(url.split('?')[0] ?? '')) return true;
  const { protocol, host } = new URL(publicUrl);
  // Only characters that a URL parses as a host and a port.
  const hostHeader = /^[\w.:[\]-]+$/.test(headers.host ?? '') ? headers.host : '';
  return placeOf(protocol, hostHeader)?.host === host || isOwnAddress(placeOf('http:', hostHeader), socket);
}

export const placeOf = (protocol: string, host: string | undefined): URL | null => URL.parse(`${protocol}//${host ?? ''}`);

export function isOwnAddress(place: URL | null, { localAddress = '', localPort }: Socket): boolean {
  if (place === null || Number(place.port || 80) !== localPort) return false;
  const address = localAddress.replace(/^::ffff:/, '');
  const names = [address, `[${address}]`, ...(address === '::1' || address.startsWith('127.') ? ['localhost'] : [])];
  return names.includes(place.hostname);
}
