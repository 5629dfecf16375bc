import type { Kysely } from 'kysely';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { SessionLife } from './session-life.ts';
import { maxLockMinutes } from './login-guard.ts';
import { ago, inSeconds, now, secondsAgo } from '../../platform/database/now.ts';

/**
 * Ends expired sessions, so that their sockets are notified on whichever node they are, and removes data that nothing
 * reads any more: sessions that ended a day ago, answers kept for repeats, and old counts of failed sign-ins. Shortens
 * locks set by a clock that ran ahead to the normal length. Correctness never depends on it: every check looks at the
 * clock itself.
 */
export const sweepSessions = (db: Kysely<Tables>, life: SessionLife): JobKind[] => [
  // With the second in which nodes look for jobs, and the end of the run before it, reported within ten seconds.
  { name: 'end-sessions', title: '结束超时的会话', every: 8, run: () => endExpired(db, life) },
  { name: 'clear-sessions', title: '清理过期的会话', every: 600, run: () => deleteExpired(db) },
];

/** Ends the sessions that were unused for too long, or whose sign-in is too long ago. */
export async function endExpired(db: Kysely<Tables>, { idle, total }: SessionLife): Promise<void> {
  await db
    .updateTable('sys_session')
    .set({ endTime: now })
    .where('endTime', 'is', null)
    .where((eb) => eb.or([eb('lastSeenTime', '<', secondsAgo(idle)), ...(total > 0 ? [eb('loginTime', '<', secondsAgo(total))] : [])]))
    .execute();
}

/** Removes expired rows. */
export async function deleteExpired(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('sys_session').where('endTime', '<', ago('1 day')).execute();
  await db.deleteFrom('sys_live_ticket').where('createTime', '<', ago('10 minutes')).execute();
  await db.deleteFrom('sys_sign_in_ticket').where('createTime', '<', ago('10 minutes')).execute();
  await db.deleteFrom('sys_passkey_challenge').where('createTime', '<', ago('10 minutes')).execute();
  await db.deleteFrom('sys_live_watch').where('createTime', '<', ago('1 day')).execute();
  await db.deleteFrom('sys_idempotency').where('createTime', '<', ago('24 hours')).execute();
  const longest = inSeconds(maxLockMinutes * 60);
  await db.updateTable('sys_login_failure').set({ lockedUntil: longest }).where('lockedUntil', '>', longest).execute();
  await db
    .deleteFrom('sys_login_failure')
    .where('windowStart', '<', ago('1 day'))
    .where((eb) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<=', now)]))
    .execute();
}
