/**
 * Body of POST /api/session/unlock: the password, sealed under the session's key or plain, or a code of the second factor. A
 * wrong one is 40000 at its name and counts as a failed sign-in.
 */
export type Unlock = { readonly password: string } | { readonly code: string };

/** `data` of POST /api/session/lock: whether a code of the second factor unlocks too. */
export interface LockAnswer {
  readonly secondFactor: boolean;
}

export const lockPaths = { lock: '/api/session/lock', unlock: '/api/session/unlock' } as const;
