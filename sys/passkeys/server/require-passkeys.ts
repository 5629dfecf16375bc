import type { Passkeys } from '@back-office/server/identity/passkeys/passkeys.ts';
import type { ProofParts } from '@back-office/server/identity/two-factor/proof.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';

/** Whether passkeys are not configured. */
export const arePasskeysOff = ({ passkeys }: Pick<ProofParts, 'passkeys'>): boolean => passkeys === undefined;

/** Refuses with 40300 if passkeys are not configured. */
export function requirePasskeys({ passkeys }: Pick<ProofParts, 'passkeys'>): Passkeys {
  if (passkeys === undefined) throw new Refusal('notPermitted', { message: '未启用通行密钥' });
  return passkeys;
}
