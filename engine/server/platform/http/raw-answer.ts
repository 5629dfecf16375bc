import { STATUS_CODES } from 'node:http';
import type { Envelope } from '@back-office/contract/envelope.ts';

/** An answer as bytes, for a connection that ends after it. A header in lower case replaces the one of that name. */
export function rawAnswer(status: number, envelope: Envelope, headers: Readonly<Record<string, string>> = {}): string {
  const body = JSON.stringify(envelope);
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
