import { msgScopes } from '../../notices/msg.ts';
import { type Kysely, sql } from 'kysely';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import type { Row, Tables, Value } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { announceDue } from '../../notices/server/announce.ts';
import { escapeHtml, publishNotice } from '../../notices/server/publish-notice.ts';
import { failuresAllowed } from '@back-office/server/identity/attempts/login-guard.ts';
import { writeFailureLine, writeLateLines } from '@back-office/server/identity/attempts/refused-lines.ts';

/** Maximum number of accounts named in one notice to the administrators, and the pause between two such notices in seconds. */
const named = 20;
const pause = 300;

type Guessed = Row<'sys_user', 'userAccount'> &
  Row<'sys_login_failure', 'failures'> & {
    userId: Value<'sys_user', 'id'>;
    lastIp: Value<'sys_login_failure', 'refusedIp'>;
    /** All failures mean the account only as read for the day before or after. */
    isOfOtherDate: boolean;
  };

/**
 * Notifies a user and the administrators of password guessing against the user's account: when it is locked for all networks, once per episode and at
 * most once a day. A job rather than the guessing request does it, so that guesses at existing accounts take no longer.
 */
export const watchGuessing = (db: Kysely<Tables>): JobKind => ({
  name: 'watch-guessing',
  title: '账号被猜测的提醒',
  every: 10,
  run: () =>
    withTransaction(db, async (transaction) => {
      await writeLateLines(transaction);
      const guessed = await newlyGuessed(transaction);
      if (guessed.length === 0) return;
      for (const one of guessed) {
        await notifyPerson(transaction, one);
        if (one.isOfOtherDate) await writeFailureLine(transaction, one.userAccount, `连续 ${one.failures} 次登录失败${otherDate}`);
      }
      await notifyAdministrators(transaction, guessed);
      await announceDue(transaction);
    }),
});

/** Returns none shortly after a notice: a wide attack results in one notice about many accounts rather than many notices. */
async function newlyGuessed(db: Kysely<Tables>): Promise<Guessed[]> {
  const { rows } = await sql<Guessed>`
    WITH found AS (
      SELECT f.key, f.failures, f.refused_ip, u.id, u.user_account
      FROM sys_login_failure f JOIN sys_user u ON lower(u.user_account) = ltrim(substr(f.key, 5))
      WHERE f.key LIKE 'all:%' AND f.failures >= ${failuresAllowed.everywhere} AND f.window_start > now() - interval '1 day'
        AND NOT EXISTS (SELECT FROM sys_login_failure o
          WHERE o.key IN ('all:' || lower(u.user_account), f.key) AND o.notice_time > now() - interval '1 day')
        AND NOT EXISTS (SELECT FROM sys_login_failure o WHERE o.notice_time > now() - make_interval(secs => ${pause}))
      ORDER BY f.key FOR UPDATE OF f SKIP LOCKED),
    noticed AS (UPDATE sys_login_failure f SET notice_time = now() FROM found WHERE f.key = found.key)
    SELECT id AS user_id, user_account, sum(failures)::integer AS failures, max(refused_ip) AS last_ip, bool_and(key LIKE 'all: %') AS is_of_other_date
    FROM found GROUP BY id, user_account ORDER BY user_account`.execute(db);
  return rows;
}

function notifyPerson(db: Kysely<Tables>, { userId, userAccount, failures, lastIp, isOfOtherDate }: Guessed): Promise<void> {
  const limited = isOfOtherDate ? `${otherDate}，可能是冲着相近的账号，这样的登录已被暂时限制` : '，陌生网络的登录已被暂时限制';
  return publishNotice(db, {
    title: '您的账号被多次尝试登录',
    content: `<p>您的账号 ${escapeHtml(userAccount)} 已连续 ${failures} 次登录失败${fromWhere(lastIp)}${limited}。您常用的设备和网络不受影响。</p><p>如果不是您本人操作，请在个人中心检查登录记录，修改密码并启用两步验证。</p>`,
    scope: msgScopes.people,
    targets: [userId],
  });
}

function notifyAdministrators(db: Kysely<Tables>, guessed: readonly Guessed[]): Promise<void> {
  const items = guessed
    .slice(0, named)
    .map(
      ({ userAccount, failures, lastIp, isOfOtherDate }) =>
        `<li>${escapeHtml(userAccount)}：${failures} 次失败${isOfOtherDate ? otherDate : fromWhere(lastIp)}</li>`,
    );
  const more = guessed.length > named ? `<p>另有 ${guessed.length - named} 个账号。</p>` : '';
  return publishNotice(db, {
    title: '账号被多次尝试登录',
    content: `<p>以下账号被反复尝试登录，陌生网络的登录已被暂时限制：</p><ul>${items.join('')}</ul>${more}<p>详见登录日志。</p>`,
    scope: msgScopes.roles,
    targets: [systemIds.adminRole],
  });
}

const otherDate = '（按前一天或后一天的日期解读）';
const fromWhere = (ip: string | null): string => (ip === null ? '' : `（最近来自 ${escapeHtml(ip)}）`);
