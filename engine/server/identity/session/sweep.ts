import { expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { SessionLife } from './session-life.ts';
import { maxLockMinutes } from '../attempts/login-guard.ts';
import { anyFound } from '../../platform/database/any-of.ts';
import { ago, inSeconds, now, secondsAgo } from '../../platform/database/now.ts';

/**
 * Ends expired sessions, so that their sockets are notified on whichever node they are, and removes data that nothing
 * reads any more: sessions that ended a day ago, answers kept for repeats, and old counts of failed sign-ins. Shortens
 * locks set by a clock that ran ahead to the normal length. Correctness never depends on it: every check looks at the
 * clock itself.
 */
export const sweepSessions = (db: Kysely<Tables>, life: SessionLife): JobKind[] => [
  // With the second in which nodes look for jobs, and the end of the run before it, reported within ten seconds.
  { name: 'end-sessions', title: '结束超时的会话', every: 8, run: ({ signal }) => endExpired(db, life, signal) },
  { name: 'clear-sessions', title: '清理过期的会话', every: 600, run: ({ signal }) => deleteExpired(db, signal) },
];

/** How many rows one statement ends or removes: a shorter idle time or an outage leaves a mass of them, and triggers run for each. */
const portion = 1000;

/** Ends the sessions that were unused for too long, or whose sign-in is too long ago. */
export async function endExpired(db: Kysely<Tables>, { idle, total }: SessionLife, signal: AbortSignal): Promise<void> {
  const end = (time: 'lastSeenTime' | 'loginTime', seconds: number) =>
    inBatches(signal, portion, async () => {
      const over = expressionBuilder<Tables, 'sys_session'>().and([
        sql<boolean>`end_time IS NULL`,
        sql<boolean>`${sql.ref(time)} < ${secondsAgo(seconds)}`,
      ]);
      // Once more for the row itself: it may have been used since it was found.
      const found = db.selectFrom('sys_session').select('id').where(over).limit(portion);
      const ended = db.updateTable('sys_session').set({ endTime: now }).where('id', '=', anyFound(found)).where(over);
      return (await ended.executeTakeFirst()).numUpdatedRows;
    });
  await end('lastSeenTime', idle);
  if (total > 0) await end('loginTime', total);
}

/** Removes expired rows: sessions last, whose removal costs most. */
export async function deleteExpired(db: Kysely<Tables>, signal: AbortSignal): Promise<void> {
  const clear = (table: keyof Tables, old: RawBuilder<boolean>) =>
    inBatches(signal, portion, async () => {
      const found = sql`SELECT ctid FROM ${sql.table(table)} WHERE ${old} LIMIT ${portion}`;
      const deleted = await sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(${found})) AND ${old}`.execute(db);
      return deleted.numAffectedRows;
    });
  const longest = inSeconds(maxLockMinutes * 60);
  await db.updateTable('sys_login_failure').set({ lockedUntil: longest }).where('lockedUntil', '>', longest).execute();
  await clear('sys_live_ticket', createdBefore('10 minutes'));
  await clear('sys_sign_in_ticket', createdBefore('10 minutes'));
  await clear('sys_passkey_challenge', createdBefore('10 minutes'));
  // They go with their session (migration 0022), except those that were begun as it ended.
  await clear(
    'sys_live_watch',
    sql`${createdBefore('1 day')} AND NOT EXISTS (SELECT FROM sys_session s WHERE s.id = sys_session_id AND s.end_time IS NULL)`,
  );
  await clear('sys_idempotency', createdBefore('24 hours'));
  await clear('sys_login_failure', sql`window_start < ${ago('1 day')} AND (locked_until IS NULL OR locked_until <= ${now})`);
  await clear('sys_session', sql`end_time < ${ago('1 day')}`);
}

const createdBefore = (interval: string) => sql<boolean>`create_time < ${ago(interval)}`;
