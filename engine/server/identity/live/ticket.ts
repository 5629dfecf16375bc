import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { secondsAgo } from '../../platform/database/now.ts';

/** How long a ticket is valid, in seconds (docs/wire.md "Live socket"). */
const ticketSeconds = 60;
/** Most tickets issued to one session within that time. */
const maxTickets = 30;
/** Distinguishes a ticket from an access token, which has no dot. */
const prefix = 't.';

/** Issues a one-time ticket for a session; only its hash is stored. Refuses with 42900 after too many. */
export async function issueTicket(db: Kysely<Tables>, sessionId: string): Promise<string> {
  const ticket = prefix + randomBytes(32).toString('base64url');
  const { numAffectedRows } = await sql`
    INSERT INTO sys_live_ticket (ticket_hash, sys_session_id) SELECT ${hashOf(ticket)}, ${sessionId}::uuid
    WHERE (SELECT count(*) FROM sys_live_ticket WHERE sys_session_id = ${sessionId}::uuid
      AND create_time > now() - make_interval(secs => ${ticketSeconds})) < ${maxTickets}`.execute(db);
  if (numAffectedRows === 0n) throw new Refusal('tooMany', { retryAfter: ticketSeconds });
  return ticket;
}

/** Uses up a ticket and returns its session; undefined for a used, expired or unknown one. */
export async function redeemTicket(db: Kysely<Tables>, ticket: string): Promise<string | undefined> {
  const spent = await db
    .deleteFrom('sys_live_ticket')
    .where('ticketHash', '=', hashOf(ticket))
    .returning((eb) => ['sysSessionId', eb('createTime', '>', secondsAgo(ticketSeconds)).$castTo<boolean>().as('good')])
    .executeTakeFirst();
  return spent?.good === true ? spent.sysSessionId : undefined;
}

/** True for a text in the form of a ticket. */
export const isTicket = (text: string): boolean => text.startsWith(prefix);

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
