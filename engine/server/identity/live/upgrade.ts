import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveCodes } from '@back-office/contract/calls/live.ts';
import type { FastifyBaseLogger } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { isUnavailable } from '../../platform/database/database-errors.ts';
import { answerAndClose } from '../../platform/http/answer-and-close.ts';
import { wrongHost } from '../../platform/http/check-requests.ts';
import { isKnownHost } from '../../platform/http/known-host.ts';
import { rawAnswer } from '../../platform/http/raw-answer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { commonHeaders } from '../../platform/http/security-headers.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import type { Settings } from '../../platform/settings.ts';
import type { LiveHub } from './live-hub.ts';
import { LiveSocket } from './live-socket.ts';

/** The path of the call that becomes a socket. */
export const livePath = '/api/live';
/** Largest frame of a client, in bytes (docs/hardening.md G09). */
const maxFrame = 16 * 1024;

const options = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: maxFrame,
  maxFragments: 64,
  maxBufferedChunks: 1024,
  // A client that does not answer a close is cut off after this long.
  closeTimeout: 3_000,
};

export interface UpgradeParts {
  readonly hub: LiveHub;
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** The id of the request in the log, returned in the answer. */
  readonly idOf: (request: IncomingMessage) => string;
  /** The person behind a ticket or an access token; throws a Refusal. */
  readonly admit: (token: string) => Promise<SignedIn>;
}

/** True for a request that asks to become a live socket; every other `Upgrade` is ignored, and the request answered. */
export function isLiveUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?')[0] === livePath && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Returns the listener of `upgrade`, which checks origin and token before it upgrades, and refuses with HTTP 401, 403,
 * 421, 429 or 503 (docs/wire.md "Live socket"). Neither the token nor the query is ever logged.
 */
export function upgradeListener({
  hub,
  settings,
  log,
  idOf,
  admit,
}: UpgradeParts): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const server = new WebSocketServer(options);
  const ids = new WeakMap<IncomingMessage, string>();
  server.on('headers', (headers, request) => headers.push(`x-request-id: ${ids.get(request) ?? ''}`));
  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    if (!isKnownHost(request, settings.publicUrl)) throw wrongHost(settings.publicUrl);
    if (isForeign(request, settings)) throw new Refusal('notPermitted', { message: '不允许的来源' });
    const person = await admit(tokenOf(request));
    if (person.mustFirst !== undefined) throw new Refusal(person.mustFirst.outcome, person.mustFirst);
    await hub.listen();
    const full = hub.sockets.fullFor(person.sessionId, person.userId);
    if (full !== undefined) throw new Refusal('tooMany', { message: full, retryAfter: 60 });
    server.handleUpgrade(request, socket, head, (webSocket) => welcome(hub, webSocket, person));
  };
  return (request, socket, head) => {
    socket.on('error', ignore);
    const reqId = idOf(request);
    ids.set(request, reqId);
    open(request, socket, head).then(
      () => log.info({ reqId, method: 'GET', route: livePath, status: 101 }, 'request'),
      (error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal.outcome === 'serverError') log.error({ reqId, err: error }, 'A live socket was not opened');
        const status = statusOf(refusal);
        log.info({ reqId, method: 'GET', route: livePath, status, code: refusal.envelope().code }, 'request');
        refuse(socket, status, refusal, { ...commonHeaders(settings), 'x-request-id': reqId });
      },
    );
  };
}

function welcome(hub: LiveHub, webSocket: WebSocket, person: SignedIn): void {
  const live = new LiveSocket(webSocket, person);
  hub.add(live);
  webSocket.on('message', (data: Buffer, isBinary) => {
    if (live.handleFrame(data, isBinary)) hub.tabsChanged(live);
  });
  for (const control of ['ping', 'pong'] as const) webSocket.on(control, () => live.count());
  // A client's protocol error closes its socket; there is nothing else to do.
  webSocket.on('error', ignore);
  webSocket.on('close', () => hub.remove(live));
  live.send(JSON.stringify({ code: liveCodes.signedIn }));
}

const ignore = (): void => undefined;

/** A page of another site must not use a token that it got hold of; a client that sends no Origin is not a browser. */
function isForeign({ headers }: IncomingMessage, { publicUrl }: Settings): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return false;
  if (publicUrl !== undefined) return origin !== new URL(publicUrl).origin;
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}

function tokenOf({ url = '' }: IncomingMessage): string {
  const tokens = new URLSearchParams(url.slice(url.indexOf('?'))).getAll('token');
  const [token = ''] = tokens;
  if (tokens.length !== 1 || !/^(?:t\.)?[A-Za-z0-9_-]{43}$/.test(token)) throw new Refusal('noSession');
  return token;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return isUnavailable(error) ? new Refusal('unavailable', { retryAfter: 5 }) : new Refusal('serverError');
}

/** Before an upgrade no client reads an envelope, so the HTTP status carries what its code would. */
function statusOf(refusal: Refusal): number {
  if (refusal.outcome === 'noSession' || refusal.outcome === 'sessionEnded') return 401;
  return refusal.status === 200 ? 403 : refusal.status;
}

function refuse(socket: Duplex, status: number, refusal: Refusal, common: Readonly<Record<string, string>>): void {
  const again = refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) };
  answerAndClose(socket, rawAnswer(status, refusal.envelope(), { ...common, ...again }));
}
