import { userStatuses } from '@back-office/contract/status.ts';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { signedInOf } from './session-hook.ts';

/** How often the reader of stored bytes is checked again while they are sent, in milliseconds. */
const everyMs = 10_000;

/**
 * Checks every ten seconds, while stored bytes are sent, whether their reader is still signed in and whether `check` refuses them, and aborts the answer
 * then. The stream itself stays as it is: nothing is asked for each chunk. A check prolongs no session, and a transfer that was admitted goes on
 * while the screen is locked, and when its session ends because nothing else was used meanwhile. What cannot be checked now is checked next time.
 */
export function checkWhileSent<Bytes extends Readable>(
  bytes: Bytes,
  { db, request }: { db: Kysely<Tables>; request: FastifyRequest },
  check: () => Promise<unknown>,
): Bytes {
  let isChecking = false;
  const checkNow = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      if (await signInAgain(db, request)) await check();
    } catch (error) {
      if (error instanceof Refusal && error.outcome !== 'unavailable') bytes.destroy(error);
      else request.log.warn({ err: error }, 'It is not known whether the reader of a transfer may still read it; asking again');
    }
    isChecking = false;
  };
  const timer = setInterval(() => void checkNow(), everyMs).unref();
  return bytes.once('close', () => clearInterval(timer));
}

/** Reads the person and their rights again; false if the session only expired unused, while the account is good. Refuses as the session hook does. */
async function signInAgain(db: Kysely<Tables>, request: FastifyRequest): Promise<boolean> {
  const { sessionId } = signedInOf(request);
  const { sessions } = request.server;
  try {
    const signedIn = await sessions.checkSession(sessionId, false);
    if (signedIn.mustFirst !== undefined && signedIn.mustFirst.outcome !== 'screenLocked')
      throw new Refusal(signedIn.mustFirst.outcome, signedIn.mustFirst);
    request.signedIn = signedIn;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'noSession' && (await isOnlyUnused(db, sessionId, sessions.life.idle))) return false;
    throw error;
  }
}

/** Whether the session is over, or will be, only because nobody used it for the idle time: a sign-out sooner, and every end with a reason, is another. */
async function isOnlyUnused(db: Kysely<Tables>, sessionId: string, idle: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sys_session s JOIN sys_user u ON u.id = s.sys_user_id WHERE s.id = ${sessionId}::uuid AND u.user_status = ${userStatuses.enabled}
      AND s.end_reason IS NULL AND coalesce(s.end_time, now()) - s.last_seen_time >= make_interval(secs => ${idle})`.execute(db);
  return rows.length > 0;
}
