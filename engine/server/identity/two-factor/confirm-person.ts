import { outcomes } from '@back-office/contract/status.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { recordOf } from '../../platform/http/record-of.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import type { ChallengeParty } from '../passkeys/challenges.ts';
import { clientOf } from '../attempts/client.ts';
import { attemptIn } from '../attempts/login-guard.ts';
import { onceProved, proveOnce } from '../session/once.ts';
import { signedInOf } from '../session/session-hook.ts';
import { writeLoginLog } from '../attempts/write-login-log.ts';
import { confirmSignIn, givenPasswordIssue } from './confirm-sign-in.ts';
import { guardedCode } from './guarded-code.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { type ProofParts, readProof, consumeProof, wrongProof } from './proof.ts';
import { lockFactors } from './two-factor.ts';

type Parts = ProofParts & Pick<SignInParts, 'db' | 'guard'>;
type PersonParts = Parts & Pick<SignInParts, 'resources' | 'settings' | 'ways'>;

/** The party of a passkey request within a session, so that only this session may answer. */
export const sessionParty = (request: FastifyRequest, purpose: 'register' | 'confirm'): ChallengeParty => ({
  purpose,
  bound: signedInOf(request).sessionId,
  ip: request.ip,
});

/**
 * Requires the signed-in user to prove their identity again before a sign-in method is added or removed: by their second factor if they have one,
 * otherwise by what they signed in with (`confirmSignIn`), as `code`, `passkey` or `password` of the body. Somebody who finds an open browser and knows the password must not
 * bypass the second factor. Refuses with 40000 a wrong proof, which counts as a failed sign-in. True if it was the second factor.
 */
async function confirmPerson(parts: PersonParts, request: FastifyRequest): Promise<boolean> {
  const hasFactor = await isTwoStep(parts.db, signedInOf(request).userId);
  if (hasFactor) await confirmProofOnce(parts, request);
  else await confirmSignIn(parts, request, recordOf(request.body)['password']);
  return hasFactor;
}

async function isTwoStep(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await db.selectFrom('sys_user').select('twoStep').where('id', '=', userId).executeTakeFirst();
  return found?.twoStep === '是';
}

/**
 * Requires the second factor alone, as `code` or `passkey` of the body; refuses with 40000 a wrong one, which counts as a failed sign-in and is a line
 * of the sign-in log that begins with `said`.
 */
export async function confirmProof(parts: Parts, request: FastifyRequest, said = '确认身份失败', isOnce = false): Promise<void> {
  const { userId } = signedInOf(request);
  const proof = readProof(parts, recordOf(request.body));
  const asker = sessionParty(request, 'confirm');
  let why = '';
  const prove = async (transaction: Kysely<Tables>) => {
    const consume = () => consumeProof(transaction, parts, { userId, proof, asker });
    const result = isOnce ? await proveOnce(transaction, request, consume) : await consume();
    if (result.isRight) return { isNew: !('isRepeat' in result) };
    why = result.why;
    return undefined;
  };
  // A kept proof says nothing of who tries codes now.
  if ((await codeInSession(parts, request, prove, ({ isNew }) => isNew)) !== undefined) return;
  await writeWrongProof(parts.db, request, `${said}：${why}`);
  throw wrongProof(proof);
}

/** Requires it as `confirmProof` does, for a call within `onceProved`: its repeat needs no other code. */
export const confirmProofOnce = (parts: Parts, request: FastifyRequest): Promise<void> =>
  confirmProof(parts, request, '确认身份失败', true);

/** Tries a code of the signed-in user as `guardedCode` does. */
export const codeInSession = <Done>(
  parts: Pick<Parts, 'db' | 'guard'>,
  request: FastifyRequest,
  work: (transaction: Kysely<Tables>) => Promise<Done | undefined>,
  isNew?: (done: Done) => boolean,
): Promise<Done | undefined> => guardedCode(parts, { ...attemptIn(signedInOf(request), clientOf(request)), isCode: true }, work, isNew);

/** Writes a line of the sign-in log about a wrong proof of the signed-in user. */
export function writeWrongProof(db: Kysely<Tables>, request: FastifyRequest, message: string): Promise<void> {
  const { userId, userAccount: account, userName: name } = signedInOf(request);
  return writeLoginLog(db, { account, name, userId, type: '登录', status: outcomes.failure, message }, clientOf(request));
}

/**
 * Runs the addition of a way in as `onceRemovedConfirmed` runs a removal. Before any proof it refuses with 40000 whoever signed in with a password that
 * somebody else set (`givenPasswordIssue`).
 */
export function onceConfirmed<Data>(
  parts: PersonParts,
  request: FastifyRequest,
  work: (transaction: Kysely<Tables>) => Promise<Data>,
  check: () => Promise<unknown>,
): Promise<Data> {
  return onceRemovedConfirmed(parts, request, work, async () => {
    await check();
    const issue = await givenPasswordIssue(parts, signedInOf(request));
    if (issue !== undefined) throw refusedField('password', issue);
  });
}

/**
 * Runs a removal as `onceByFactor` does, after `confirmPerson`; `check` comes before the proof, so that what it refuses uses up no code. It leaves nobody a
 * way in, so that whoever set the password does not matter: a stolen device must not wait.
 */
export function onceRemovedConfirmed<Data>(
  parts: PersonParts,
  request: FastifyRequest,
  work: (transaction: Kysely<Tables>) => Promise<Data>,
  check: () => Promise<unknown>,
): Promise<Data> {
  const prove = async (): Promise<boolean> => {
    await check();
    return confirmPerson(parts, request);
  };
  return onceByFactor(parts.db, request, prove, work);
}

/**
 * Runs a change as `onceProved` does, after `prove`, which returns whether that was by the second factor. If it was not, and one was added meanwhile,
 * the change is refused; none is added or removed until it has ended.
 */
export async function onceByFactor<Data>(
  db: Kysely<Tables>,
  request: FastifyRequest,
  prove: () => Promise<boolean>,
  work: (transaction: Kysely<Tables>) => Promise<Data>,
): Promise<Data> {
  let isByFactor = false;
  const proved = async (): Promise<void> => void (isByFactor = await prove());
  return onceProved(db, request, proved, async (transaction) => {
    const { userId } = signedInOf(request);
    await lockFactors(transaction, userId);
    if (!isByFactor && (await isTwoStep(transaction, userId))) throw refusedField('code', '请输入验证码');
    return work(transaction);
  });
}
