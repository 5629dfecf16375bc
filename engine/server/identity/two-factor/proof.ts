import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { refusedField, type Refusal } from '../../platform/http/refusal.ts';
import type { ChallengeParty } from '../passkeys/challenges.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { type Answered, readAssertion } from '../passkeys/read-answer.ts';
import { type Code, readCode, type TwoFactor } from './two-factor.ts';

/** A proof of the second factor: a code, or the answer of a passkey. */
export type Proof = Code | { readonly kind: 'passkey'; readonly answer: Answered<AuthenticationResponseJSON> };

export interface ProofParts {
  readonly twoStep: TwoFactor;
  /** Undefined if passkeys are off. */
  readonly passkeys: Passkeys | undefined;
}

/** Reads `code` or `passkey` of a body; refuses with 40000 malformed values. */
export function readProof({ passkeys }: ProofParts, { code, passkey }: Readonly<Record<string, unknown>>): Proof {
  return passkey === undefined || passkeys === undefined ? readCode(code) : { kind: 'passkey', answer: readAssertion(passkey) };
}

/** The result of a proof; for a wrong one, the message of the sign-in log. */
export type ProofResult = { readonly isRight: true; readonly by: Proof['kind'] } | { readonly isRight: false; readonly why: string };

/** Verifies a proof of this person and uses it up, in a transaction that is committed either way. */
export async function consumeProof(
  db: Kysely<Tables>,
  { twoStep, passkeys }: ProofParts,
  { userId, proof, asker }: { userId: string; proof: Proof; asker: ChallengeParty },
): Promise<ProofResult> {
  if (proof.kind !== 'passkey') {
    return (await twoStep.take(db, userId, proof)) ? { isRight: true, by: proof.kind } : { isRight: false, why: '动态验证码错误' };
  }
  const outcome = (await passkeys?.check(db, proof.answer, asker, userId))?.outcome ?? 'wrong';
  return outcome === 'right' ? { isRight: true, by: 'passkey' } : { isRight: false, why: passkeyFailures[outcome] };
}

/** The message of the sign-in log for a refused passkey. */
export const passkeyFailures = { wrong: '通行密钥验证失败', copied: '通行密钥的计数倒退，可能被复制' } as const;

/** Refuses with 40000 at the wrong field. */
export const wrongProof = ({ kind }: Proof): Refusal =>
  kind === 'passkey' ? refusedField('passkey', '通行密钥验证失败，请重试') : refusedField('code', '验证码不正确或已使用，请重试');
