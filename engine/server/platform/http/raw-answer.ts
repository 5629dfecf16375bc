import { STATUS_CODES } from 'node:http';
import type { Envelope } from '@back-office/contract/envelope.ts';

/** An answer as bytes, for a connection without a request, which ends after it. */
export function rawAnswer(status: number, envelope: Envelope, headers: Readonly<Record<string, string>> = {}): string {
  const body = JSON.stringify(envelope);
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
