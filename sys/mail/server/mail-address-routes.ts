import { randomInt } from 'node:crypto';
import { may } from '@back-office/contract/resource/permission.ts';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { signedInForTwoFactor } from '@back-office/server/identity/session/signed-in-for-two-factor.ts';
import { withRights } from '@back-office/server/identity/session/with-rights.ts';
import { onceConfirmed } from '@back-office/server/identity/two-factor/confirm-person.ts';
import type { SignInParts } from '@back-office/server/identity/two-factor/sign-in-parts.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { user } from '../../users/user.ts';
import { type MailAddress, mailCode, mailTopics } from '../mail-calls.ts';
import { mailShapes } from './mail-shapes.ts';
import { mailWords } from './mail-words.ts';
import { queueMail } from './queue-mail.ts';
import { isMailOff, requireMail } from './require-mail.ts';

/** Minimum pause between two codes, in seconds. */
const pauseSeconds = 60;

interface Parts extends SignInParts, Pick<RouteParts, 'contextOf'> {
  readonly settings: Settings;
}

type Known = Row<'sys_user', 'userName' | 'userEmail'> &
  Row<'sys_mail_address', 'code'> &
  Partial<Row<'sys_mail_address', 'address'>> & {
    confirmed: boolean;
    pause: number;
    asked: number;
    fresh: boolean;
    codeFailures: number;
  };

/**
 * The address for mail: the one in the person's user record, once they have confirmed it with a code sent to it. Asking for a code needs
 * re-authentication, since the address can be used to reset the password.
 */
export function mailAddressRoutes(app: FastifyInstance, parts: Parts): void {
  const seal = new SecretSeal(parts.settings.appSecret, 'mail');
  app.get('/api/sys/user/mail-address', { config: { right: 'session', shape: mailShapes.address } }, async (request) => {
    const { userId, rights } = signedInForTwoFactor(request);
    const known = await readKnown(parts.db, userId);
    const [seesJobs, approves] = [may(rights, 'sys/job', 'read'), may(rights, user.name, 'edit')];
    return ok<MailAddress>({ address: known.userEmail, isConfirmed: known.confirmed, seesJobs, approves });
  });

  const isOff = (): boolean => isMailOff(parts.settings);
  app.post('/api/sys/user/start-mail-address', { config: { right: 'session', shape: mailShapes.startAddress, isOff } }, async (request) => {
    requireMail(parts.settings);
    const { userId } = signedInForTwoFactor(request);
    const { title, limits } = parts.settings;
    const sent = await onceConfirmed(
      parts,
      request,
      (db) => sendCode(db, userId, { seal, title, most: limits.mailCodes }),
      async () => refuseNeedless(await readKnown(parts.db, userId), limits.mailCodes),
    );
    app.jobs.wake();
    return ok(sent);
  });

  app.post('/api/sys/user/confirm-mail-address', { config: { right: 'session', shape: mailShapes.confirmAddress } }, async (request) => {
    const { userId } = signedInForTwoFactor(request);
    const { code } = readAs(mailShapes.confirmAddress.body, recordOf(request.body));
    const why = await withRights(parts.db, request, (db) =>
      tryCode(parts, parts.contextOf(db, request), seal, { userId, typed: code.trim() }),
    );
    if (why !== undefined) throw refusedField('code', why);
    return ok(undefined);
  });
}

async function readKnown(db: Kysely<Tables>, userId: string): Promise<Known> {
  const { rows } = await sql<Known>`
    SELECT u.user_name, u.user_email, a.address, coalesce(a.confirm_time IS NOT NULL AND a.address = u.user_email, false) AS confirmed,
      coalesce(ceil(${pauseSeconds} - extract(epoch FROM now() - a.code_time)), 0)::int AS pause,
      CASE WHEN a.asked_since > now() - interval '1 hour' THEN a.asked ELSE 0 END AS asked, a.code,
      coalesce(a.code_time > now() - make_interval(mins => ${mailCode.minutes}), false) AS fresh, coalesce(a.code_failures, 0) AS code_failures
    FROM sys_user u LEFT JOIN sys_mail_address a ON a.sys_user_id = u.id WHERE u.id = ${userId}::uuid`.execute(db);
  const [known] = rows;
  if (known === undefined) throw new Refusal('gone');
  return known;
}

/**
 * The same, once no concurrent request for it is running. Reads in a separate statement after the lock: a read in the locking
 * statement would return the state before the wait.
 */
async function lockKnown(db: Kysely<Tables>, userId: string): Promise<Known> {
  await db.selectFrom('sys_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return readKnown(db, userId);
}

function refuseNeedless({ userEmail, confirmed, pause, asked }: Known, most: number): void {
  if (userEmail === null) throw new Refusal('refused', { message: '请先在个人资料中填写邮箱' });
  if (confirmed) throw new Refusal('refused', { message: '这个邮箱已经验证过了' });
  if (pause > 0) throw new Refusal('tooMany', { retryAfter: pause, message: `验证码刚刚发出，请${pause}秒后再试` });
  if (asked >= most) throw new Refusal('tooMany', { retryAfter: 3600, message: '获取验证码过于频繁，请一小时后再试' });
}

async function sendCode(
  db: Kysely<Tables>,
  userId: string,
  { seal, title, most }: { seal: SecretSeal; title: string; most: number },
): Promise<{ address: string }> {
  const known = await lockKnown(db, userId);
  refuseNeedless(known, most);
  const address = known.userEmail ?? '';
  const text = String(randomInt(10 ** mailCode.digits)).padStart(mailCode.digits, '0');
  const code = await seal.seal(db, codeOwner(userId, address), Buffer.from(text));
  await sql`
    INSERT INTO sys_mail_address AS a (sys_user_id, address, code, code_time, asked) VALUES (${userId}::uuid, ${address}, ${code}, now(), 1)
    ON CONFLICT (sys_user_id) DO UPDATE SET address = excluded.address, confirm_time = NULL, code = excluded.code, code_time = now(), code_failures = 0,
      asked = CASE WHEN a.asked_since > now() - interval '1 hour' THEN a.asked + 1 ELSE 1 END,
      asked_since = CASE WHEN a.asked_since > now() - interval '1 hour' THEN a.asked_since ELSE now() END`.execute(db);
  await queueMail(db, {
    to: { userId, name: known.userName, address },
    topic: mailTopics.confirm,
    ...(await mailWords(db, 'confirm', { title, userName: known.userName, minutes: String(mailCode.minutes) })),
    secret: { text, seal, minutes: mailCode.minutes },
  });
  return { address };
}

/** Checks a code and counts a failure, returning the reason; undefined for the right code, which confirms the address and tells the person. */
async function tryCode(
  { telling }: Parts,
  context: Context,
  seal: SecretSeal,
  { userId, typed }: { userId: string; typed: string },
): Promise<string | undefined> {
  const { db } = context;
  const { code, fresh, codeFailures, address, userEmail } = await lockKnown(db, userId);
  if (code === null || !fresh || codeFailures >= mailCode.failures || address === undefined || address !== userEmail)
    return '验证码已失效，请重新获取';
  const expectedCode = await seal.open(db, codeOwner(userId, address), code);
  const row = db.updateTable('sys_mail_address').where('sysUserId', '=', userId);
  if (expectedCode?.toString('utf8') !== typed) {
    await row.set((eb) => ({ codeFailures: eb('codeFailures', '+', 1) })).execute();
    return codeFailures + 1 >= mailCode.failures ? '验证码错误次数过多，请重新获取' : '验证码不正确';
  }
  await row.set({ confirmTime: now, code: null }).execute();
  const from = `来自 ${context.origin.ip}`;
  for (const tell of telling) await tell(db, [userId], { title: '您的账号验证了邮箱', name: address, from, remedy: '更正邮箱' });
  await context.record(context, [{ resource: user, type: '验证邮箱', id: userId, target: context.user.userName, fields: [] }]);
  return undefined;
}

/** Bound to the person and the address, so that a code for one confirms no other. */
const codeOwner = (userId: string, address: string): string => `${userId} ${address}`;
