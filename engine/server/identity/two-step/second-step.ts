import { createHash, randomBytes } from 'node:crypto';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { SecondStep } from '@back-office/contract/calls/two-step.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal, refusedField } from '../../platform/http/refusal.ts';
import type { Client } from '../session/client.ts';
import type { LoginGuard } from '../session/login-guard.ts';
import { writeLoginLog } from '../session/login-log.ts';
import { type Account, openSession } from '../session/open-session.ts';
import type { SessionStore } from '../session/session-store.ts';
import { guardedCode } from './guarded-code.ts';
import { type Code, readCode, type TwoStep } from './two-step.ts';

/** Seconds that a ticket is good for, and codes that may be tried with it. */
const expiresIn = 300;
const maxAttempts = 5;

/** The answer to a right password of an account with a second step (docs/decisions/0016-two-step-sign-in.md): 40302 with a ticket. */
export async function askSecondStep(db: Kysely<Tables>, userId: string): Promise<Refusal> {
  const ticket = randomBytes(32).toString('base64url');
  await sql`DELETE FROM sys_sign_in_ticket WHERE sys_user_id = ${userId} AND create_time < now() - make_interval(secs => ${expiresIn})`.execute(
    db,
  );
  await sql`INSERT INTO sys_sign_in_ticket (token_hash, sys_user_id) VALUES (${hashOf(ticket)}, ${userId})`.execute(db);
  const data: SecondStep = { ticket, expiresIn };
  return new Refusal('secondStep', { data });
}

export interface SecondStepParts {
  db: Kysely<Tables>;
  sessions: SessionStore;
  guard: LoginGuard;
  singleSignOn: boolean;
  twoStep: TwoStep;
}

/**
 * Ends a sign-in with a code. Refuses with 40400 a ticket that is unknown, over or used up, with 40000 a wrong code,
 * which counts as a failed sign-in, and with 40002 where the account is locked by those.
 */
export async function verifySecondStep(
  parts: SecondStepParts,
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
    { account: account.userAccount, name: account.userName, userId: account.id, type: '登录', status: '失败', message: '动态验证码错误' },
    client,
  );
  throw refusedField('code', '验证码不正确或已使用，请重试');
}

/** Counts the attempt whatever comes of it, so that no number of them at once is more than the ticket has. */
async function tryCode(
  transaction: Kysely<Tables>,
  parts: SecondStepParts,
  { ticket, account, code }: { ticket: string; account: Account; code: Code },
  client: Client,
): Promise<LoginAnswer | undefined> {
  const { numAffectedRows } = await sql`UPDATE sys_sign_in_ticket SET attempts = attempts + 1
    WHERE token_hash = ${hashOf(ticket)} AND attempts < ${maxAttempts}`.execute(transaction);
  if (numAffectedRows === 0n) throw over();
  if (!(await parts.twoStep.take(transaction, account.id, code))) return undefined;
  await sql`DELETE FROM sys_sign_in_ticket WHERE token_hash = ${hashOf(ticket)}`.execute(transaction);
  return openSession(transaction, parts, account, client, code.kind === 'app' ? '登录成功（两步验证）' : '登录成功（恢复码）');
}

/** Whose ticket it is, as long as nothing has changed that the password stood for. */
async function holderOf(db: Kysely<Tables>, ticket: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT u.id, u.user_account, u.user_name, u.user_avatar, u.user_status FROM sys_sign_in_ticket t JOIN sys_user u ON u.id = t.sys_user_id
    WHERE t.token_hash = ${hashOf(ticket)} AND t.create_time > now() - make_interval(secs => ${expiresIn})
      AND u.user_status = '正常' AND u.password_time <= t.create_time`.execute(db);
  return rows[0];
}

const over = (): Refusal => new Refusal('gone', { message: '验证已超时，请重新登录' });
const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
