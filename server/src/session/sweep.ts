import { type Kysely, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Tables } from '../database/tables.ts';

/** How often what is over is cleared away, in milliseconds. */
const everyMs = 10 * 60_000;

/**
 * Ends sessions that nobody used for `idleHours`, and clears what nothing reads any more: sessions over for a day,
 * answers kept for repeats, and old counts of failed sign-ins. Gives a function that stops it. Harmless on several
 * nodes at once, and correctness never depends on it: every check looks at the times itself.
 */
export function startSweep(db: Kysely<Tables>, idleHours: number, log: Pick<BaseLogger, 'warn'>): () => void {
  const timer = setInterval(() => {
    sweep(db, idleHours).catch((err: unknown) => log.warn({ err }, 'Expired sessions were not cleared away'));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round of it. */
export async function sweep(db: Kysely<Tables>, idleHours: number): Promise<void> {
  await sql`UPDATE sys_session SET end_time = now() WHERE end_time IS NULL AND last_seen_time < now() - make_interval(hours => ${idleHours})`.execute(
    db,
  );
  await sql`DELETE FROM sys_session WHERE end_time < now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM sys_live_ticket WHERE create_time < now() - interval '10 minutes'`.execute(db);
  await sql`DELETE FROM sys_sign_in_ticket WHERE create_time < now() - interval '10 minutes'`.execute(db);
  await sql`DELETE FROM sys_live_watch WHERE create_time < now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM sys_idempotency WHERE create_time < now() - interval '24 hours'`.execute(db);
  await sql`DELETE FROM sys_login_failure WHERE window_start < now() - interval '1 day' AND coalesce(locked_until, now()) <= now()`.execute(
    db,
  );
}
