import { mustFirstColumns, type MustFirstRow } from '../rights/must-first.ts';

/** The row of a session and its person that every request reads, with the versions of both rows. */
export interface SessionRow extends MustFirstRow {
  id: string;
  sysUserId: string;
  userAccount: string;
  secretKey: Buffer;
  secretSealed: boolean;
  endReason: string | null;
  ended: boolean;
  outlived: boolean | null;
  closed: boolean | null;
  locked: boolean;
  idleLeft: number;
  totalLeft: number | null;
  stale: boolean;
  userName: string | null;
  userStatus: string | null;
  rightsEpoch: number;
  sysOrgId: string | null;
  previewOf: string | null;
  previewRoleId: string | null;
  sessionRow: string;
  userRow: string;
}

const lookUp = (condition: string): string => `
  SELECT s.id, s.sys_user_id AS "sysUserId", u.user_account AS "userAccount", s.secret_key AS "secretKey", s.secret_sealed AS "secretSealed", s.end_reason AS "endReason",
    s.end_time IS NOT NULL AS ended, s.lock_time IS NOT NULL AS locked, $2::float8 + extract(epoch FROM s.last_seen_time - now())::float8 AS "idleLeft",
    CASE WHEN $4::float8 > 0 THEN $4 + extract(epoch FROM s.login_time - now())::float8 END AS "totalLeft",
    s.last_seen_time < now() - interval '1 minute' AS stale, u.user_name AS "userName", u.user_status AS "userStatus", u.sys_org_id AS "sysOrgId",
    s.signed_in_by IS NOT NULL AS "otherwise", s.preview_of AS "previewOf", s.preview_role_id AS "previewRoleId",
    u.password_time > s.password_time AS outlived, u.closed_time > coalesce(s.closed_time, s.login_time) AS closed,
    s.xmin::text AS "sessionRow", u.xmin::text AS "userRow",
    ${mustFirstColumns('$3')},
    (SELECT value FROM sys_epoch WHERE name = 'rights') AS "rightsEpoch"
  FROM sys_session s LEFT JOIN sys_user u ON u.id = s.sys_user_id WHERE ${condition}`;
/** The statements that read it, by the token's hash or by id; the parameters are the idle time, the maximum age of a password and the total time. */
export const sessionLookUps = { token: lookUp('s.token_hash = $1'), id: lookUp('s.id = $1::uuid') };
