/**
 * Body of POST /api/session/unlock: the password, sealed with the session's key or plain, or a code of the second factor. A wrong one is refused with
 * 40000 under its name, and counts as a failed sign-in.
 */
export type Unlock = { readonly password: string } | { readonly code: string };

/** `data` of POST /api/session/lock: whether a code of the second factor can unlock too. */
export interface LockAnswer {
  readonly secondFactor: boolean;
}

export const lockPaths = { lock: '/api/session/lock', unlock: '/api/session/unlock' } as const;
