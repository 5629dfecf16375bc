import { userStatuses } from '@back-office/contract/status.ts';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables, Value } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { mustFirst, mustFirstColumns, type MustFirstRow } from '../rights/must-first.ts';
import { RightsReader } from '../rights/rights-reader.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { signedInOf } from './session-hook.ts';

/** How often the reader of stored bytes is checked again while they are sent, in milliseconds. */
const everyMs = 10_000;

/**
 * Checks every ten seconds, while stored bytes are sent, whether their reader is still signed in and whether `check` refuses them, and aborts the answer
 * then. The stream itself stays as it is: nothing is asked for each chunk. A check prolongs no session, and a transfer that was admitted goes on
 * while the screen is locked, and when its session ends because nothing else was used meanwhile, as long as its reader keeps the right. What cannot be checked now is checked next time.
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
      await signInAgain(db, request);
      await check();
    } catch (error) {
      if (error instanceof Refusal && error.outcome !== 'unavailable') bytes.destroy(error);
      else request.log.warn({ err: error }, 'It is not known whether the reader of a transfer may still read it; asking again');
    }
    isChecking = false;
  };
  const timer = setInterval(() => void checkNow(), everyMs).unref();
  return bytes.once('close', () => clearInterval(timer));
}

/**
 * Reads the person and their rights again. A session that only expired unused, while the account is good, refuses nothing itself: what its person may
 * still do, and must do first, is asked all the same. Refuses otherwise as the session hook does.
 */
async function signInAgain(db: Kysely<Tables>, request: FastifyRequest): Promise<void> {
  const before = signedInOf(request);
  const { sessions } = request.server;
  try {
    const signedIn = await sessions.checkSession(before.sessionId, false);
    refuseDuty(signedIn.mustFirst);
    request.signedIn = signedIn;
  } catch (error) {
    if (!(error instanceof Refusal && error.outcome === 'noSession')) throw error;
    const duties = sessions.duties();
    const person = await personOfUnused(db, before.sessionId, { idle: sessions.life.idle, days: duties.passwordDays });
    if (person === undefined) throw error;
    refuseDuty(mustFirst(person, duties));
    const { sysOrgId, rightsEpoch } = person;
    request.signedIn = { ...before, sysOrgId, rightsEpoch, ...(await rightsOf(db, before, rightsEpoch)) };
  }
}

/** Refuses somebody who must do something before anything else; a locked screen stops no transfer. */
function refuseDuty(first: SignedIn['mustFirst']): void {
  if (first !== undefined && first.outcome !== 'screenLocked') throw new Refusal(first.outcome, first);
}

/**
 * The person of a session that is over, or will be, only because nobody used it for the idle time: a sign-out sooner, and every end with a reason, is
 * another. What would have ended it while it was good ends it now too: a new password, and the account's closing, though it be open again.
 */
async function personOfUnused(db: Kysely<Tables>, sessionId: string, { idle, days }: { idle: number; days: number }) {
  const { rows } = await sql<MustFirstRow & Row<'sys_user', 'sysOrgId'> & { rightsEpoch: Value<'sys_epoch', 'value'> }>`
    SELECT u.sys_org_id, e.value AS rights_epoch, s.signed_in_by IS NOT NULL AS otherwise, ${sql.raw(mustFirstColumns('asked.days'))}
    FROM (SELECT ${days}::integer AS days) asked, sys_session s JOIN sys_user u ON u.id = s.sys_user_id JOIN sys_epoch e ON e.name = 'rights'
    WHERE s.id = ${sessionId}::uuid AND u.user_status = ${userStatuses.enabled}
      AND (u.password_time > s.password_time) IS NOT TRUE AND (u.closed_time > coalesce(s.closed_time, s.login_time)) IS NOT TRUE
      AND s.end_reason IS NULL AND coalesce(s.end_time, now()) - s.last_seen_time >= make_interval(secs => ${idle})`.execute(db);
  return rows[0];
}

/** What the person has now, and in a preview what of it the previewed role has too. */
async function rightsOf(
  db: Kysely<Tables>,
  { userId, preview }: SignedIn,
  epoch: number,
): Promise<Pick<SignedIn, 'roles' | 'rights' | 'scopes' | 'preview'>> {
  const reader = new RightsReader(db);
  if (preview === undefined) return { ...(await reader.of(userId, epoch)), preview };
  const previewed = await reader.preview(userId, preview.roleId, epoch);
  if (previewed === undefined) throw new Refusal('noSession');
  return { ...previewed, preview: { ...previewed.preview, of: preview.of } };
}
