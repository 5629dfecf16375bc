import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { configOf, resetsPasswords } from './config-of.ts';
import { Refusal } from './refusal.ts';
import { escapeHtml, withSignIn } from './sign-in-markup.ts';
import { assetPolicy, framePolicy, pagePolicy } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The build's placeholder for the nonce, and the page's placeholders for the title and the settings. */
const placeholder = '__CSP_NONCE__';
const defaultTitle = '管理后台';
const configPlace = '"__CONFIG__"';

/**
 * Serves the browser's part: hashed assets, cached forever, and the page itself for every path that is neither a file
 * nor a call, with a fresh nonce in each answer.
 */
export async function webRoutes(app: FastifyInstance, root: string, settings: Settings, signIn: readonly SignInMethod[]): Promise<void> {
  const configNow = () => configOf(settings, signIn, resetsPasswords(app));
  const pageOf = pageFor(configNow, await readFile(join(root, 'index.html'), 'utf8'));
  const frame = await readFile(join(root, 'preview-frame.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('content-security-policy', assetPolicy(path, settings));
    },
  });
  app.get('/preview-frame.html', (request, reply) => {
    // Without X-Frame-Options: the policy states more precisely who may embed it.
    reply.removeHeader('x-frame-options');
    return sendPage(request, reply, frame, framePolicy);
  });
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw new Refusal('noSuchCall');
    return sendPage(request, reply, pageOf(), (nonce) => pagePolicy(nonce, settings));
  });
}

/** A person's browser requests a page by GET and accepts HTML; missing files and calls are not the page. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (/^\/(?:\/|(?:api|assets|files)(?![\w-]))/i.test(path) || /\\|%(?:5c|0\w|1\w|7f)/i.test(path)) return false;
  return !/\.[A-Za-z0-9]+$/.test(path) && !path.includes('/.');
}

type Policy = (nonce: string) => string;

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string, policy: Policy): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const text = page.replaceAll(placeholder, nonce);
  reply.code(200).header('content-security-policy', policy(nonce)).header('vary', 'accept-encoding').type('text/html; charset=utf-8');
  // The compression plugin does not apply to the not-found handler.
  const encoding = encodings.find(({ name }) => accepts(request, name));
  return encoding === undefined ? reply.send(text) : reply.header('content-encoding', encoding.name).send(await encoding.compress(text));
}

const encodings = [
  // Higher levels take longer than the bytes they save take to send.
  { name: 'br', compress: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) },
  { name: 'gzip', compress: (text: string) => zip(text) },
];

const accepts = ({ headers }: FastifyRequest, encoding: string): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => {
      const [name, quality] = part.split(';').map((text) => text.trim());
      return name === encoding && !/^q=0(?:\.0*)?$/.test(quality ?? '');
    });

/** The page with the current title and settings embedded, so that the browser need not request them. */
function pageFor(configNow: () => ConfigAnswer, page: string): () => string {
  const { signIn, passwordReset } = configNow();
  const bare = withSignIn(page, signIn, passwordReset);
  let made = { config: '', text: '' };
  return () => {
    const now = configNow();
    const config = JSON.stringify(now).replaceAll('<', '\\u003c');
    if (config !== made.config) {
      const text = bare.replaceAll(defaultTitle, () => escapeHtml(now.title)).replace(configPlace, () => config);
      made = { config, text };
    }
    return made.text;
  };
}
