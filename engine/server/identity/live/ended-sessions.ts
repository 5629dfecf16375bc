import type { EndedData } from '@back-office/contract/calls/live.ts';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import type { SessionLife } from '../session/session-life.ts';

export interface EndedSession {
  readonly id: string;
  readonly reason: EndedData['reason'];
  readonly message: string;
  /** A password change replaced this session with a new one that continues it: only the old token ended. */
  readonly goesOn: boolean;
}

/** The sessions among these that have ended, with the reason shown to their users. */
export async function endedSessions(
  db: Kysely<Tables>,
  sessions: readonly string[],
  { idle, total }: SessionLife,
): Promise<EndedSession[]> {
  const { rows } = await sql<Row<'sys_session', 'id' | 'endReason'> & { isExpired: boolean; goesOn: boolean }>`
    SELECT asked.id, s.end_reason, coalesce(s.end_time - s.last_seen_time >= make_interval(secs => ${idle})
      OR ${total}::float8 > 0 AND s.end_time - s.login_time >= make_interval(secs => ${total}), true) AS is_expired,
      -- Whoever goes on has the sign-in of the one before, to the microsecond.
      s.end_reason IS NULL AND s.preview_of IS NULL AND EXISTS (SELECT FROM sys_session n WHERE n.sys_user_id = s.sys_user_id
        AND n.end_time IS NULL AND n.login_time = s.login_time AND n.preview_of IS NULL) AS goes_on
    FROM unnest(${sessions}::uuid[]) AS asked(id) LEFT JOIN sys_session s ON s.id = asked.id
    WHERE s.id IS NULL OR s.end_time IS NOT NULL`.execute(db);
  return rows.map(({ id, endReason, isExpired, goesOn }) => {
    if (endReason !== null) return { id, goesOn, reason: 'forced', message: endReason };
    return isExpired
      ? { id, goesOn, reason: 'expired', message: '登录已过期' }
      : { id, goesOn, reason: 'signedOut', message: '已退出登录' };
  });
}
