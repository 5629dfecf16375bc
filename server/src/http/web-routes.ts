import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { Refusal } from './refusal.ts';
import { pagePolicy } from './security-headers.ts';

/** What the build writes where the nonce belongs. */
const placeholder = '__CSP_NONCE__';

/**
 * The browser's part: hashed assets, kept for ever, and the page itself for every path that is no file and no call,
 * with a fresh nonce in each answer.
 */
export async function webRoutes(app: FastifyInstance, root: string, settings: Settings): Promise<void> {
  const page = await readFile(join(root, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('content-security-policy', "default-src 'none'");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw new Refusal('noSuchCall');
    return sendPage(reply, page, settings);
  });
}

/** A person's browser asks for a page by GET and takes HTML; files and calls that do not exist are not the page. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return !/^\/(?:api|assets|files)(?:\/|$)/.test(path) && !/\.[A-Za-z0-9]+$/.test(path) && !path.includes('/.');
}

function sendPage(reply: FastifyReply, page: string, settings: Settings): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(200)
    .header('content-security-policy', pagePolicy(nonce, settings))
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(placeholder, nonce));
}
