import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** Headers that every answer carries (hardening.md 5.3); pages and assets replace policy and caching by their own. */
export function securityHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = commonHeaders(settings);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

export function commonHeaders({ publicUrl }: Settings): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self)',
    'x-frame-options': 'DENY',
    ...(publicUrl?.startsWith('https:') === true ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The policy of index.html for one response's nonce (hardening.md 5.2). */
export function pagePolicy(nonce: string, settings: Settings): string {
  const viewer = settings.officeViewer === null ? "'none'" : new URL(settings.officeViewer.replaceAll('{url}', '')).origin;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${socketOrigin(settings)}`,
    "worker-src 'self'",
    `frame-src ${viewer}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Older Safari does not count a socket of the same host as 'self'. */
const socketOrigin = ({ publicUrl }: Settings): string =>
  publicUrl === undefined ? '' : ` ${new URL(publicUrl).origin.replace(/^http/, 'ws')}`;
