import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { refusedField, type Refusal } from '../../platform/http/refusal.ts';
import type { Asker } from '../passkeys/challenges.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { type Answered, readAssertion } from '../passkeys/read-answer.ts';
import { type Code, readCode, type TwoFactor } from './two-factor.ts';

/** What somebody shows as their second factor: a code, or the answer of a passkey. */
export type Proof = Code | { readonly kind: 'passkey'; readonly answer: Answered<AuthenticationResponseJSON> };

export interface ProofParts {
  readonly twoStep: TwoFactor;
  /** Undefined where they are off. */
  readonly passkeys: Passkeys | undefined;
}

/** Reads `code` or `passkey` of a body; refuses with 40000 what can be neither. */
export function readProof({ passkeys }: ProofParts, { code, passkey }: Readonly<Record<string, unknown>>): Proof {
  return passkey === undefined || passkeys === undefined ? readCode(code) : { kind: 'passkey', answer: readAssertion(passkey) };
}

/** What a proof came to; of a wrong one what the sign-in log says of it. */
export type Taken = { readonly isRight: true; readonly by: Proof['kind'] } | { readonly isRight: false; readonly why: string };

/** Uses a proof of this person up, in a transaction that is kept whatever comes of it. */
export async function takeProof(
  db: Kysely<Tables>,
  { twoStep, passkeys }: ProofParts,
  { userId, proof, asker }: { userId: string; proof: Proof; asker: Asker },
): Promise<Taken> {
  if (proof.kind !== 'passkey') {
    return (await twoStep.take(db, userId, proof)) ? { isRight: true, by: proof.kind } : { isRight: false, why: '动态验证码错误' };
  }
  const outcome = (await passkeys?.check(db, proof.answer, asker, userId))?.outcome ?? 'wrong';
  return outcome === 'right' ? { isRight: true, by: 'passkey' } : { isRight: false, why: passkeyFailures[outcome] };
}

/** What the sign-in log says of a passkey that is not believed. */
export const passkeyFailures = { wrong: '通行密钥验证失败', copied: '通行密钥的计数倒退，可能被复制' } as const;

/** 40000 at what was wrong. */
export const wrongProof = ({ kind }: Proof): Refusal =>
  kind === 'passkey' ? refusedField('passkey', '通行密钥验证失败，请重试') : refusedField('code', '验证码不正确或已使用，请重试');
