import type { WaitingAddress } from '@back-office/contract/calls/waiting.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import type { Value } from '@back-office/server/platform/database/tables.ts';
import { logLogin } from '../log-login.ts';

/** The days searched, and the days for which a network and browser that a person signed in from stay known. */
const days = { shown: 7, known: 90 };
/** Minimum number of failures within the hour before a sign-in that makes it suspicious. */
const tries = 3;
/** Maximum number of failures read, newest first, so that a flood of guesses costs no more; and of accounts in the link. */
const most = { failures: 5000, accounts: 10 };

const signedIn = sql`login_type = '登录' AND login_status = ${sql.lit(outcomes.success)}`;
const failed = sql`login_type = '登录' AND login_status = ${sql.lit(outcomes.failure)}`;
/** The network of an address: the address without its last part. */
const network = (line: string): RawBuilder<unknown> => sql`regexp_replace(${sql.ref(`${line}.login_ip`)}, '[.:][^.:]*$', '')`;
/** The browser and system without versions, as these change with updates. */
const device = (line: string): RawBuilder<unknown> =>
  sql`regexp_replace(concat(${sql.ref(`${line}.login_browser`)}, ' ', ${sql.ref(`${line}.login_os`)}), '[0-9.]+', '', 'g')`;

/**
 * Successful sign-ins of the last week after wrong passwords, from a combination of network and browser new to the person: the password may have been
 * guessed. Limited to log entries, failures included, that the caller may list; the link filters by account, so that the failures before it are shown
 * too.
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
