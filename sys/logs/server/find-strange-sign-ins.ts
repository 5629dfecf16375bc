import type { WaitingAddress } from '@back-office/contract/calls/waiting.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import type { Value } from '@back-office/server/platform/database/tables.ts';
import { logLogin } from '../log-login.ts';

/** Days that are looked back on, and those in which a network or a browser that somebody signed in from is known. */
const days = { shown: 7, known: 90 };
/** So many wrong passwords within an hour before it make a sign-in worth a look. */
const tries = 3;
/** Failures that are read, the newest first, so that a flood of guesses costs no more; accounts that an address names. */
const most = { failures: 5000, accounts: 10 };

const signedIn = sql`login_type = '登录' AND login_status = ${sql.lit(outcomes.success)}`;
const failed = sql`login_type = '登录' AND login_status = ${sql.lit(outcomes.failure)}`;
/** Without its last part an address stands for its network. */
const network = (line: string): RawBuilder<unknown> => sql`regexp_replace(${sql.ref(`${line}.login_ip`)}, '[.:][^.:]*$', '')`;
/** The kind of browser and system, without versions, which change by themselves. */
const device = (line: string): RawBuilder<unknown> =>
  sql`regexp_replace(concat(${sql.ref(`${line}.login_browser`)}, ' ', ${sql.ref(`${line}.login_os`)}), '[0-9.]+', '', 'g')`;

/**
 * Sign-ins of the last week that succeeded after wrong passwords, from a network and with a browser of which the person had
 * not signed in together before: somebody may have guessed. Of lines that the person may list, the failures too; they are opened
 * by account, so that what came before is seen.
 */
export async function findStrangeSignIns(context: Context): Promise<{ count: number; opens: WaitingAddress } | undefined> {
  const seen = visible(context, logLogin);
  const before = sql`FROM sys_log_login k WHERE k.create_user = t.create_user AND k.login_time < t.login_time
    AND k.login_time >= t.login_time - make_interval(days => ${days.known}) AND ${signedIn}`;
  const { rows } = await sql<{ account: Value<'sys_user', 'userAccount'>; since: string; count: number }>`
    WITH tried AS (
      SELECT lower(user_account) AS account FROM (
        SELECT t.user_account FROM sys_log_login t WHERE ${failed} AND t.login_time >= now() - make_interval(days => ${days.shown}) AND ${seen}
        ORDER BY t.login_time DESC LIMIT ${most.failures}) AS f
      GROUP BY 1 HAVING count(*) >= ${tries})
    SELECT u.user_account AS account, to_char(min(t.login_time) - interval '1 hour', 'YYYY-MM-DD HH24:MI:SS') AS since, count(*)::int AS count
    FROM tried JOIN sys_user u ON lower(u.user_account) = tried.account
    JOIN sys_log_login t ON t.create_user = u.id AND t.login_time >= now() - make_interval(days => ${days.shown})
    WHERE ${signedIn} AND ${seen}
      AND EXISTS (SELECT ${before})
      AND NOT EXISTS (SELECT ${before} AND ${network('k')} = ${network('t')} AND ${device('k')} = ${device('t')})
      AND (SELECT count(*) FROM sys_log_login f WHERE lower(f.user_account) = tried.account AND ${failed}
        AND f.login_time BETWEEN t.login_time - interval '1 hour' AND t.login_time) >= ${tries}
    GROUP BY 1 ORDER BY max(t.login_time) DESC LIMIT ${most.accounts}`.execute(context.db);
  if (rows.length === 0) return undefined;
  const since = rows.map((row) => row.since).toSorted()[0] ?? '';
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    opens: {
      resource: logLogin.name,
      query: [...rows.map(({ account }) => ['eq', `userAccount:${account}`] as const), ['ge', `loginTime:${since}`]],
    },
  };
}
