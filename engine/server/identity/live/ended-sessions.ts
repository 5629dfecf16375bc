import type { EndedData } from '@back-office/contract/calls/live.ts';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import type { SessionLife } from '../session/session-life.ts';

export interface EndedSession {
  readonly id: string;
  readonly reason: EndedData['reason'];
  readonly message: string;
}

/** The ended ones among the sessions, with the reason shown to their users. */
export async function endedSessions(
  db: Kysely<Tables>,
  sessions: readonly string[],
  { idle, total }: SessionLife,
): Promise<EndedSession[]> {
  const { rows } = await sql<Row<'sys_session', 'id' | 'endReason'> & { isExpired: boolean }>`
    SELECT asked.id, s.end_reason, coalesce(s.end_time - s.last_seen_time >= make_interval(secs => ${idle})
      OR ${total} > 0 AND s.end_time - s.login_time >= make_interval(secs => ${total}), true) AS is_expired
    FROM unnest(${sessions}::uuid[]) AS asked(id) LEFT JOIN sys_session s ON s.id = asked.id
    WHERE s.id IS NULL OR s.end_time IS NOT NULL`.execute(db);
  return rows.map(({ id, endReason, isExpired }) => {
    if (endReason !== null) return { id, reason: 'forced', message: endReason };
    return isExpired ? { id, reason: 'expired', message: '登录已过期' } : { id, reason: 'signedOut', message: '已退出登录' };
  });
}
