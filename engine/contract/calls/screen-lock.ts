import type { PasskeyAnswer } from './passkey.ts';
import type { ConfirmBy } from './two-factor.ts';

/**
 * Body of POST /api/session/unlock: the password, sealed with the session's key or plain, or a code or passkey of the second factor. A wrong one is refused with
 * 40000 under its name, and counts as a failed sign-in.
 */
export type Unlock = { readonly password: string } | { readonly code: string } | { readonly passkey: PasskeyAnswer };

/** `data` of POST /api/session/lock: what unlocks. */
export interface LockAnswer {
  /** A code can too. */
  readonly secondFactor: boolean;
  /** A passkey can too. */
  readonly passkey?: boolean | undefined;
  /** Absent for the local password; a person who came by a provider, and has none, signs in anew. */
  readonly confirmBy?: ConfirmBy | undefined;
}

export const lockPaths = { lock: '/api/session/lock', unlock: '/api/session/unlock' } as const;
