import { type Kysely, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Tables } from '../../platform/database/tables.ts';
import type { SessionLife } from './session-life.ts';

/** How often sessions are ended whose time is over, and what is over is cleared away, in milliseconds. */
const endEveryMs = 10_000;
const clearEveryMs = 10 * 60_000;

/**
 * Ends sessions whose time is over, so that their sockets hear of it, and clears what nothing reads any more: sessions
 * over for a day, answers kept for repeats, and old counts of failed sign-ins. Gives a function that stops it. Harmless on
 * several nodes at once, and correctness never depends on it: every check looks at the times itself.
 */
export function startSweep(db: Kysely<Tables>, life: SessionLife, log: Pick<BaseLogger, 'warn'>): () => void {
  const warn = (err: unknown): void => log.warn({ err }, 'Expired sessions were not cleared away');
  const timers = [
    setInterval(() => void endExpired(db, life).catch(warn), endEveryMs),
    setInterval(() => void clearOver(db).catch(warn), clearEveryMs),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearInterval(timer));
}

/** Ends the sessions that nobody used for too long, or whose sign-in is too long ago. */
export async function endExpired(db: Kysely<Tables>, { idle, total }: SessionLife): Promise<void> {
  await sql`UPDATE sys_session SET end_time = now() WHERE end_time IS NULL AND (last_seen_time < now() - make_interval(secs => ${idle})
    OR ${total} > 0 AND login_time < now() - make_interval(secs => ${total}))`.execute(db);
}

/** Clears away what is over. */
export async function clearOver(db: Kysely<Tables>): Promise<void> {
  await sql`DELETE FROM sys_session WHERE end_time < now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM sys_live_ticket WHERE create_time < now() - interval '10 minutes'`.execute(db);
  await sql`DELETE FROM sys_sign_in_ticket WHERE create_time < now() - interval '10 minutes'`.execute(db);
  await sql`DELETE FROM sys_live_watch WHERE create_time < now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM sys_idempotency WHERE create_time < now() - interval '24 hours'`.execute(db);
  await sql`DELETE FROM sys_login_failure WHERE window_start < now() - interval '1 day' AND coalesce(locked_until, now()) <= now()`.execute(
    db,
  );
}
