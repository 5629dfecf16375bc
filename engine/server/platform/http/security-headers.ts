import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** Headers of every answer (docs/hardening.md 5.3); pages and assets override the policy and caching. */
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

/** The policy of index.html for one response's nonce (docs/hardening.md 5.2). */
export function pagePolicy(nonce: string, settings: Settings): string {
  const viewer = settings.officeViewer === null ? '' : ` ${new URL(settings.officeViewer.replaceAll('{url}', '')).origin}`;
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
    // The frame that renders documents, whose own policy follows below.
    `frame-src 'self'${viewer}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The policy of the frame that renders documents (app/web/public/preview-frame.html): an origin of its own, no
 * connections, and no script but the renderer that the page passes to it. The content of a document is visible, but
 * nothing in it can run or get out (docs/hardening.md F17, F18).
 */
export const framePolicy = (nonce: string): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    // WebAssembly: the decoders of rare image formats in a PDF.
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data: blob:',
    'media-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** The policy of an asset. A worker is under the policy of its own file, and this one calls the server. */
export const assetPolicy = (path: string, settings: Settings): string =>
  /\/live-worker-[^/]+\.js(?:\.\w+)?$/.test(path)
    ? `default-src 'none'; connect-src 'self'${socketOrigin(settings)}`
    : "default-src 'none'";

/** Older Safari does not count a socket of the same host as 'self'. */
const socketOrigin = ({ publicUrl }: Settings): string =>
  publicUrl === undefined ? '' : ` ${new URL(publicUrl).origin.replace(/^http/, 'ws')}`;
