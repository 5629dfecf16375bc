import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Tables } from '../../platform/database/tables.ts';
import type { SessionLife } from './session-life.ts';
import { ago, now, secondsAgo } from '../../platform/database/now.ts';

/** How often sessions are ended whose time is over, and what is over is cleared away, in milliseconds. */
const endEveryMs = 10_000;
const clearEveryMs = 10 * 60_000;

/**
 * Ends sessions whose time is over, so that their sockets are notified, and removes what nothing reads any more:
 * sessions over for a day, answers kept for repeats, and old counts of failed sign-ins. Gives a function that stops it.
 * Harmless on several nodes at once, and correctness never depends on it: every check looks at the clock itself.
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
  await db
    .updateTable('sys_session')
    .set({ endTime: now })
    .where('endTime', 'is', null)
    .where((eb) => eb.or([eb('lastSeenTime', '<', secondsAgo(idle)), ...(total > 0 ? [eb('loginTime', '<', secondsAgo(total))] : [])]))
    .execute();
}

/** Clears away what is over. */
export async function clearOver(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('sys_session').where('endTime', '<', ago('1 day')).execute();
  await db.deleteFrom('sys_live_ticket').where('createTime', '<', ago('10 minutes')).execute();
  await db.deleteFrom('sys_sign_in_ticket').where('createTime', '<', ago('10 minutes')).execute();
  await db.deleteFrom('sys_passkey_challenge').where('createTime', '<', ago('10 minutes')).execute();
  await db.deleteFrom('sys_live_watch').where('createTime', '<', ago('1 day')).execute();
  await db.deleteFrom('sys_idempotency').where('createTime', '<', ago('24 hours')).execute();
  await db
    .deleteFrom('sys_login_failure')
    .where('windowStart', '<', ago('1 day'))
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<=', now)]))
    .execute();
}
