import type { TicketAnswer } from '@back-office/contract/calls/live.ts';
import { unattendedHeader } from '@back-office/contract/calls/unattended.ts';
import { readEnvelope } from '../request/read-envelope.ts';
import { send } from '../request/send.ts';
import { LiveConnection, type LiveParts } from './live-connection.ts';

/** The connection of a token's session, over this browser's own socket. */
export const sessionConnection = (token: string, told: Pick<LiveParts, 'onState' | 'onFrame' | 'onRetry'>): LiveConnection =>
  new LiveConnection({
    ...told,
    // A ticket rather than the token, so that no log ever holds the token.
    ticket: async () => {
      const answer = await send('/api/live/ticket', { method: 'POST', headers: { Authorization: token, [unattendedHeader]: '1' } });
      return ((await readEnvelope(answer)) as TicketAnswer).ticket;
    },
    open: (ticket) => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/live?token=${ticket}`),
  });
