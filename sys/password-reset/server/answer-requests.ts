import { createHash, randomBytes } from 'node:crypto';
import { outcomes } from '@back-office/contract/status.ts';
import { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { ago, now, secondsAgo } from '@back-office/server/platform/database/now.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { type Kysely, sql } from 'kysely';
import { mailTopics } from '../../mail/mail-calls.ts';
import { mailWords } from '../../mail/server/mail-words.ts';
import { queueMail } from '../../mail/server/queue-mail.ts';
import { mayReset, type Resetting } from './may-reset.ts';
import { writeResetLine } from './write-reset-line.ts';

type ResetRequest = Row<'sys_password_request', 'id' | 'account' | 'ip' | 'browser'>;

/** The hash that identifies a link: the link itself is in the mail only. */
export const hashOfLink = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Requests not answered yet. */
const open = (db: Kysely<Tables>) => db.selectFrom('sys_password_request').select('id').where('done', '=', false);

/**
 * Decides which requests get a link. Runs as a job instead of within the request, so that the request's answer, duration and writes are
 * the same for every account.
 */
export const resetJob = (db: Kysely<Tables>, settings: Settings): JobKind => ({
  name: 'answer-password-requests',
  title: '重置密码的邮件',
  every: 60,
  soon: async () => (await open(db).limit(1).executeTakeFirst()) !== undefined,
  run: async ({ signal }) => {
    const seal = new SecretSeal(settings.appSecret, 'mail');
    while (await withTransaction(db, (transaction) => answerOne(transaction, settings, seal))) signal.throwIfAborted();
    await db.deleteFrom('sys_password_request').where('createTime', '<', ago('1 day')).execute();
    await db.deleteFrom('sys_password_reset').where('createTime', '<', ago('1 day')).execute();
  },
});

async function answerOne(db: Kysely<Tables>, settings: Settings, seal: SecretSeal): Promise<boolean> {
  const next = open(db).orderBy('createTime').orderBy('id').limit(1).forUpdate().skipLocked();
  const asked = await db
    .updateTable('sys_password_request')
    .set({ done: true })
    .where('id', '=', next)
    .returning(['id', 'account', 'ip', 'browser'])
    .returning((eb) => eb('createTime', '<', secondsAgo(settings.limits.resetMinutes * 60)).as('waited'))
    .executeTakeFirst();
  if (asked === undefined) return false;
  const person = asked.waited ? '申请已过时' : await mayReset(db, settings, { account: asked.account });
  const why = typeof person === 'string' ? person : await sendLink(db, settings, seal, { person, asked });
  await writeResetLine(db, {
    type: '申请重置密码',
    account: typeof person === 'string' ? asked.account : person.userAccount,
    person: typeof person === 'string' ? undefined : person,
    ip: asked.ip,
    status: why === undefined ? outcomes.success : outcomes.failure,
    message: why ?? '已向本人的邮箱发送链接',
  });
  return true;
}

/** Returns the reason if none was sent. */
async function sendLink(
  db: Kysely<Tables>,
  { publicUrl, title, timeZone, limits }: Settings,
  seal: SecretSeal,
  { person, asked }: { person: Resetting; asked: ResetRequest },
): Promise<string | undefined> {
  if (publicUrl === undefined) return '没有设置 PUBLIC_URL';
  const { id: userId, userName, userAccount, address } = person;
  const token = randomBytes(32).toString('base64url');
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sys_password_reset')
    .columns(['tokenHash', 'sysUserId', 'createTime'])
    .expression((eb) =>
      eb
        .selectFrom('sys_user')
        .select([sql<Buffer>`${hashOfLink(token)}::bytea`.as('tokenHash'), 'id as sysUserId', now.as('createTime')])
        .where('id', '=', userId)
        .where(
          (inner) =>
            inner
              .selectFrom('sys_password_reset')
              .select(inner.fn.countAll<number>().as('count'))
              .where('sysUserId', '=', userId)
              .where('createTime', '>', ago('1 hour')),
          '<',
          limits.resetLinks,
        ),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return '一小时内的链接过多';
  const words = await mailWords(db, 'reset', {
    title,
    userName,
    userAccount,
    minutes: String(limits.resetMinutes),
    time: new Date().toLocaleString('sv-SE', { timeZone }),
    ip: asked.ip,
    browser: asked.browser ?? '未知的浏览器',
  });
  await queueMail(db, {
    to: { userId, name: userName, address },
    topic: mailTopics.reset,
    ...words,
    secret: { text: `${publicUrl.replace(/\/+$/, '')}/login?reset#${token}`, seal, minutes: limits.resetMinutes },
  });
  return undefined;
}
