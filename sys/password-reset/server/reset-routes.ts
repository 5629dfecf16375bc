import { outcomes } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { checkPassword, formerPasswordIssue, isFormerPassword } from '@back-office/server/identity/passwords/check-password.ts';
import { clientOf } from '@back-office/server/identity/attempts/client.ts';
import type { LoginGuard } from '@back-office/server/identity/attempts/login-guard.ts';
import { networkOf } from '@back-office/server/platform/network-of.ts';
import { hashPassword } from '@back-office/server/identity/passwords/password.ts';
import { endSessionsOf } from '@back-office/server/identity/session/end-sessions.ts';
import { unseal } from '@back-office/server/identity/passwords/unseal.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { now, secondsAgo } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { mailTopics } from '../../mail/mail-calls.ts';
import { mailWords } from '../../mail/server/mail-words.ts';
import { queueMail } from '../../mail/server/queue-mail.ts';
import { tellOfReset } from '../../shared/server/tell-of-reset.ts';
import { hashOfLink } from './answer-requests.ts';
import { mayReset, type Resetting } from './may-reset.ts';
import { writeResetLine } from './write-reset-line.ts';
import { resetShapes } from './reset-shapes.ts';
import { lockName } from '@back-office/server/platform/database/lock-name.ts';

interface Parts {
  readonly db: Kysely<Tables>;
  readonly settings: Settings;
  readonly guard: LoginGuard;
  readonly services: Services;
}

const deadLinkRefusal = (): Refusal => refusedField('token', '链接无效、已用过或已过期，请重新申请');

/**
 * POST /api/password/forgot: requests a link; every account gets the same answer after the same work, as the call looks up none. POST
 * /api/password/reset: sets the password with the link, once; all sessions end, and signing in still needs the second factor.
 */
export function resetRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, settings, guard } = parts;
  const isOff = (): boolean => isResetOff(settings);
  app.post('/api/password/forgot', { config: { right: 'public', shape: resetShapes.forgot, isOff } }, async (request) => {
    requireReset(settings);
    const account = readAs(resetShapes.forgot.body, recordOf(request.body)).account.trim().normalize('NFC').toLowerCase().slice(0, 64);
    if (account === '') throw refusedField('account', '请输入账号');
    await guard.attemptFrom(request.ip);
    const { browser, os } = clientOf(request);
    const where = { ip: request.ip, browser: [browser, os].filter((part) => part !== null).join('，') || null };
    if (!(await withTransaction(db, (transaction) => noteRequest(transaction, account, { ...where, most: settings.limits.resetRequests }))))
      throw new Refusal('tooMany', { retryAfter: 3600, message: '申请过于频繁，请一小时后再试' });
    return ok(undefined);
  });

  app.post('/api/password/reset', { config: { right: 'public', shape: resetShapes.reset, isOff } }, async (request) => {
    requireReset(settings);
    await guard.attemptFrom(request.ip);
    const { token, newPassword: sealedPassword } = readAs(resetShapes.reset.body, recordOf(request.body));
    if (!/^[A-Za-z0-9_-]{43}$/.test(token)) throw deadLinkRefusal();
    const person = await requireLinkOwner(parts, db, token);
    const newPassword = unseal(sealedPassword, { name: 'newPassword', label: '新密码', key: Buffer.from(token, 'base64url') });
    const owner = { account: person.userAccount, name: person.userName, phone: person.userPhone ?? '' };
    const issue = await checkPassword(newPassword, owner);
    if (issue !== undefined) throw refusedField('newPassword', issue);
    if (await isFormerPassword(db, person.id, newPassword)) throw refusedField('newPassword', formerPasswordIssue);
    const hash = await hashPassword(newPassword);
    await withTransaction(db, (transaction) => setPassword(parts, transaction, { token, hash, ip: request.ip }));
    return ok(undefined);
  });
}

const isResetOff = ({ mail, publicUrl }: Settings): boolean => mail === undefined || publicUrl === undefined;

function requireReset(settings: Settings): void {
  if (isResetOff(settings)) throw new Refusal('notPermitted', { message: '未开放以邮件重置密码，请联系管理员' });
}

interface Asking {
  readonly ip: string;
  readonly browser: string | null;
  /** Maximum number of requests for one account from one network per hour. */
  readonly most: number;
}

/** Stores the request, unless there are too many for this name from this network, whether the account exists or not. */
async function noteRequest(db: Kysely<Tables>, account: string, { ip, browser, most }: Asking): Promise<boolean> {
  const network = networkOf(ip);
  await lockName(db, `forgot:${account}:${network}`);
  const { numAffectedRows } = await sql`
    INSERT INTO sys_password_request (id, account, network, ip, browser)
    SELECT ${newId()}::uuid, ${account}, ${network}, ${ip}, ${browser}
    WHERE (SELECT count(*) FROM sys_password_request WHERE account = ${account} AND network = ${network}
      AND create_time > now() - interval '1 hour') < ${most}`.execute(db);
  return numAffectedRows === 1n;
}

/** The owner of a link, if it is valid: neither password nor address was changed since it was sent. */
async function requireLinkOwner({ settings }: Parts, db: Kysely<Tables>, token: string): Promise<Resetting> {
  const link = await db
    .selectFrom('sys_password_reset')
    .select(['sysUserId', sql<number>`extract(epoch FROM create_time)::float8`.as('sent')])
    .where('tokenHash', '=', hashOfLink(token))
    .where('createTime', '>', secondsAgo(settings.limits.resetMinutes * 60))
    .executeTakeFirst();
  const person = link === undefined ? '' : await mayReset(db, settings, { id: link.sysUserId });
  if (link === undefined || typeof person === 'string' || person.since > link.sent) throw deadLinkRefusal();
  return person;
}

async function setPassword(
  parts: Parts,
  db: Kysely<Tables>,
  { token, hash, ip }: { token: string; hash: string; ip: string },
): Promise<void> {
  await db
    .selectFrom('sys_password_reset as r')
    .innerJoin('sys_user as u', 'u.id', 'r.sysUserId')
    .select('u.id')
    .where('r.tokenHash', '=', hashOfLink(token))
    .forNoKeyUpdate('u')
    .execute();
  // After the lock: of two concurrent calls, the second finds its link gone.
  const person = await requireLinkOwner(parts, db, token);
  await db.deleteFrom('sys_password_reset').where('sysUserId', '=', person.id).execute();
  await db
    .updateTable('sys_user')
    .set({ userPassword: hash, passwordOnce: false, passwordGiven: false, passwordGiver: null, passwordTime: now })
    .where('id', '=', person.id)
    .execute();
  await endSessionsOf(db, [person.id], '密码已重置，请重新登录');
  await tellOfReset(parts.services, db, [person.id], `通过邮件重置（来自 ${ip}）`);
  await writeResetLine(db, {
    type: '以邮件重置密码',
    account: person.userAccount,
    person,
    ip,
    status: outcomes.success,
    message: '已设置新密码，所有设备已退出登录',
  });
  await queueMail(db, {
    to: { userId: person.id, name: person.userName, address: person.address },
    topic: mailTopics.reset,
    ...(await mailWords(db, 'resetDone', { title: parts.settings.title, userName: person.userName, userAccount: person.userAccount, ip })),
  });
}
