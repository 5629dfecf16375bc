import { userStatuses, outcomes } from '@back-office/contract/status.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { SecondFactor } from '@back-office/contract/calls/two-factor.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Client } from '../attempts/client.ts';
import { writeLoginLog } from '../attempts/write-login-log.ts';
import { type Account, openSession } from '../session/open-session.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import { guardedCode } from './guarded-code.ts';
import type { ChallengeParty } from '../passkeys/challenges.ts';
import { lockCredential } from '../passkeys/lock-credential.ts';
import { tellOfLink } from '../session/tell-of-link.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { factorsOf } from './two-factor.ts';
import { type Proof, readProof, consumeProof, wrongProof } from './proof.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { secondsAgo } from '../../platform/database/now.ts';

/** Seconds for which a ticket is valid, and the codes that may be tried with it. */
const expiresIn = 300;
const maxAttempts = 5;

/** The answer to a right password of an account with a second factor (docs/decisions/0016-two-step-sign-in.md): 40302 with a ticket. */
export async function secondFactorRequired(
  { db, passkeys }: Pick<SignInParts, 'db' | 'passkeys'>,
  { id: userId, passwordSince, closedSince }: Pick<Account, 'id' | 'passwordSince' | 'closedSince'>,
  by?: SignedInBy,
): Promise<Refusal> {
  const ticket = randomBytes(32).toString('base64url');
  await db
    .insertInto('sys_sign_in_ticket')
    .values({
      tokenHash: hashOf(ticket),
      sysUserId: userId,
      signedInBy: by === undefined ? null : JSON.stringify(by),
      passwordTime: passwordSince,
      closedTime: closedSince,
    })
    .execute();
  const { app, passkey } = await factorsOf(db, userId);
  const ways = passkey && passkeys !== undefined ? { ways: [...(app ? (['app'] as const) : []), 'passkey' as const] } : {};
  const data: SecondFactor = { ticket, expiresIn, ...ways };
  return new Refusal('secondFactor', { data });
}

/** Only the holder of the ticket of a half-finished sign-in may answer with a passkey. */
const ticketParty = (ticket: string, { ip }: Client): ChallengeParty => ({ purpose: 'second-factor', bound: ticket, ip });

/** Requests a passkey of the person whose sign-in is half finished. Refuses with 40400 a ticket that is unknown, expired or used up. */
export async function requestPasskeyOf(parts: SignInParts, passkeys: Passkeys, ticket: string, client: Client) {
  const account = await holderOf(parts.db, ticket);
  if (account === undefined) throw expiredRefusal();
  return passkeys.ask(parts.db, ticketParty(ticket, client), account.id);
}

/**
 * Completes a sign-in with `code` or `passkey` of the body. Refuses with 40400 a ticket that is unknown, expired or used up, with 40000 a wrong
 * proof, which counts as a failed sign-in, and with 40002 if such failures have locked the account.
 */
export async function verifySecondFactor(
  parts: SignInParts,
  { ticket, body }: { ticket: string; body: Readonly<Record<string, unknown>> },
  client: Client,
): Promise<LoginAnswer> {
  const account = await holderOf(parts.db, ticket);
  if (account === undefined) throw expiredRefusal();
  const proof = readProof(parts, body);
  const way = 'second-factor';
  const attempt = { account: account.userAccount, client, way };
  let why = '';
  const answer = await guardedCode(parts, attempt, async (transaction) => {
    const done = await tryProof(transaction, parts, { ticket, account, proof }, client);
    if (typeof done !== 'string') return done;
    why = done;
    return undefined;
  });
  if (answer !== undefined) return answer;
  await writeLoginLog(
    parts.db,
    {
      account: account.userAccount,
      name: account.userName,
      userId: account.id,
      type: '登录',
      status: outcomes.failure,
      message: why,
      failedBy: way,
    },
    client,
  );
  throw wrongProof(proof);
}

const endings = { app: '登录成功（两步验证）', recovery: '登录成功（恢复码）', passkey: '登录成功（密码和通行密钥）' } as const;

/** Counts every attempt, so that concurrent ones cannot exceed the ticket's limit; returns a text with the reason for a wrong proof. */
async function tryProof(
  transaction: Kysely<Tables>,
  parts: SignInParts,
  { ticket, account, proof }: { ticket: string; account: Holder; proof: Proof },
  client: Client,
): Promise<LoginAnswer | string> {
  const { numUpdatedRows } = await transaction
    .updateTable('sys_sign_in_ticket')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('tokenHash', '=', hashOf(ticket))
    .where('attempts', '<', maxAttempts)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw expiredRefusal();
  const proofResult = await consumeProof(transaction, parts, { userId: account.id, proof, asker: ticketParty(ticket, client) });
  if (!proofResult.isRight) return proofResult.why;
  await transaction.deleteFrom('sys_sign_in_ticket').where('tokenHash', '=', hashOf(ticket)).execute();
  const by = account.signedInBy ?? undefined;
  await lockCredential(transaction, account.id, by);
  await tellOfLink(transaction, parts, { userId: account.id, by, client });
  return openSession(transaction, parts, account, client, { message: endings[proofResult.by], by });
}

interface Holder extends Account {
  signedInBy: SignedInBy | null;
}

/** The holder of a ticket, as long as the password and status that it was issued for are unchanged. */
async function holderOf(db: Kysely<Tables>, ticket: string): Promise<Holder | undefined> {
  return db
    .selectFrom('sys_sign_in_ticket as t')
    .innerJoin('sys_user as u', 'u.id', 't.sysUserId')
    .select(['u.id', 'u.userAccount', 'u.userName', 'u.userAvatar', 'u.userStatus'])
    .select(sql<string>`coalesce(t.password_time, u.password_time)::text`.as('passwordSince'))
    .select(sql<string>`coalesce(u.closed_time, '-infinity')::text`.as('closedSince'))
    .select((eb) => eb.ref('t.signedInBy').$castTo<SignedInBy | null>().as('signedInBy'))
    .where('t.tokenHash', '=', hashOf(ticket))
    .where('t.createTime', '>', secondsAgo(expiresIn))
    .where('u.userStatus', '=', userStatuses.enabled)
    .where((eb) => eb('u.passwordTime', '<=', eb.fn.coalesce('t.passwordTime', 't.createTime')))
    .where(sql<boolean>`coalesce(u.closed_time <= coalesce(t.closed_time, t.create_time), true)`)
    .executeTakeFirst();
}

const expiredRefusal = (): Refusal => new Refusal('gone', { message: '验证已超时，请重新登录' });
const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
