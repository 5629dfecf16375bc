import { userStatuses, outcomes } from '@back-office/contract/status.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { SecondFactor } from '@back-office/contract/calls/two-factor.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal, refusedField } from '../../platform/http/refusal.ts';
import type { Client } from '../session/client.ts';
import type { LoginGuard } from '../session/login-guard.ts';
import { writeLoginLog } from '../session/login-log.ts';
import { type Account, openSession } from '../session/open-session.ts';
import type { SessionStore } from '../session/session-store.ts';
import { guardedCode } from './guarded-code.ts';
import { type Code, readCode, type TwoFactor } from './two-factor.ts';
import { secondsAgo } from '../../platform/database/now.ts';

/** Seconds that a ticket is good for, and codes that may be tried with it. */
const expiresIn = 300;
const maxAttempts = 5;

/** The answer to a right password of an account with a second factor (docs/decisions/0016-two-step-sign-in.md): 40302 with a ticket. */
export async function askSecondFactor(db: Kysely<Tables>, userId: string): Promise<Refusal> {
  const ticket = randomBytes(32).toString('base64url');
  await db.deleteFrom('sys_sign_in_ticket').where('sysUserId', '=', userId).where('createTime', '<', secondsAgo(expiresIn)).execute();
  await db
    .insertInto('sys_sign_in_ticket')
    .values({ tokenHash: hashOf(ticket), sysUserId: userId })
    .execute();
  const data: SecondFactor = { ticket, expiresIn };
  return new Refusal('secondFactor', { data });
}

export interface SecondFactorParts {
  db: Kysely<Tables>;
  sessions: SessionStore;
  guard: LoginGuard;
  singleSignOn: boolean;
  twoStep: TwoFactor;
}

/**
 * Ends a sign-in with a code. Refuses with 40400 a ticket that is unknown, over or used up, with 40000 a wrong code,
 * which counts as a failed sign-in, and with 40002 where the account is locked by those.
 */
export async function verifySecondFactor(
  parts: SecondFactorParts,
  { ticket, typed }: { ticket: string; typed: unknown },
  client: Client,
): Promise<LoginAnswer> {
  const account = await holderOf(parts.db, ticket);
  if (account === undefined) throw over();
  const code = readCode(typed);
  const attempt = { account: account.userAccount, client };
  const answer = await guardedCode(parts, attempt, (transaction) => tryCode(transaction, parts, { ticket, account, code }, client));
  if (answer !== undefined) return answer;
  await writeLoginLog(
    parts.db,
    {
      account: account.userAccount,
      name: account.userName,
      userId: account.id,
      type: '登录',
      status: outcomes.failure,
      message: '动态验证码错误',
    },
    client,
  );
  throw refusedField('code', '验证码不正确或已使用，请重试');
}

/** Counts the attempt whatever comes of it, so that no number of them at once is more than the ticket has. */
async function tryCode(
  transaction: Kysely<Tables>,
  parts: SecondFactorParts,
  { ticket, account, code }: { ticket: string; account: Account; code: Code },
  client: Client,
): Promise<LoginAnswer | undefined> {
  const { numUpdatedRows } = await transaction
    .updateTable('sys_sign_in_ticket')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('tokenHash', '=', hashOf(ticket))
    .where('attempts', '<', maxAttempts)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw over();
  if (!(await parts.twoStep.take(transaction, account.id, code))) return undefined;
  await transaction.deleteFrom('sys_sign_in_ticket').where('tokenHash', '=', hashOf(ticket)).execute();
  return openSession(transaction, parts, account, client, code.kind === 'app' ? '登录成功（两步验证）' : '登录成功（恢复码）');
}

/** Whose ticket it is, as long as nothing has changed that the password stood for. */
async function holderOf(db: Kysely<Tables>, ticket: string): Promise<Account | undefined> {
  return db
    .selectFrom('sys_sign_in_ticket as t')
    .innerJoin('sys_user as u', 'u.id', 't.sysUserId')
    .select(['u.id', 'u.userAccount', 'u.userName', 'u.userAvatar', 'u.userStatus'])
    .where('t.tokenHash', '=', hashOf(ticket))
    .where('t.createTime', '>', secondsAgo(expiresIn))
    .where('u.userStatus', '=', userStatuses.enabled)
    .whereRef('u.passwordTime', '<=', 't.createTime')
    .executeTakeFirst();
}

const over = (): Refusal => new Refusal('gone', { message: '验证已超时，请重新登录' });
const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
