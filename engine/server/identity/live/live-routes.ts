import type { TicketAnswer } from '@back-office/contract/calls/live.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { type CallShape, nothing, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '../../platform/http/ok.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { requestIdOf } from '../../platform/http/request-id.ts';
import { signedInOf } from '../session/session-hook.ts';
import { lifeOf } from '../session/session-life.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Settings } from '../../platform/settings.ts';
import type { FindReaders } from './readable-events.ts';
import { LiveHub } from './live-hub.ts';
import type { NoticeReader } from './notice-reader.ts';
import { issueTicket, isTicket, redeemTicket } from './ticket.ts';
import { livePath, upgradeListener } from './upgrade.ts';

export interface LiveRouteParts {
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly readNotice?: NoticeReader;
  readonly findReaders: FindReaders;
}

const shape = { data: exactShape<TicketAnswer>({ ticket: z.string() }) } satisfies CallShape;

/** POST /api/live/ticket, and GET /api/live, which becomes a socket (docs/wire.md "Live socket"). Returns the hub behind them, and what tells all sockets to reconnect elsewhere. */
export function liveRoutes(
  app: FastifyInstance,
  { database, sessions, settings, readNotice, findReaders }: LiveRouteParts,
): { hub: LiveHub; close: () => Promise<void> } {
  const { db } = database;
  const hub = new LiveHub({ database, log: app.log, life: lifeOf(settings), policy: settings, readNotice, findReaders });

  app.post('/api/live/ticket', { config: { right: 'session', whilePreviewing: true, shape } }, async (request) => {
    const answer: TicketAnswer = { ticket: await issueTicket(db, signedInOf(request).sessionId) };
    return ok(answer);
  });

  // Reached only without an upgrade; the right to open a socket is checked at the upgrade, by the token in the query.
  app.get(livePath, { config: { right: 'public', shape: { data: nothing } } }, () => {
    throw new Refusal('malformed', { message: '请使用 WebSocket 连接' });
  });

  const admit = async (token: string) => {
    if (!isTicket(token)) return sessions.check(token);
    const sessionId = await redeemTicket(db, token);
    if (sessionId === undefined) throw new Refusal('noSession');
    // A browser connects again by itself.
    return sessions.checkSession(sessionId, false);
  };
  let closing = false;
  const listener = upgradeListener({
    hub,
    settings,
    log: app.log,
    idOf: requestIdOf(settings),
    admit: (token) => (closing ? Promise.reject(new Refusal('unavailable', { retryAfter: 5 })) : admit(token)),
  });
  app.server.on('upgrade', listener);
  const close = async (): Promise<void> => {
    closing = true;
    await hub.close();
  };
  return { hub, close };
}
