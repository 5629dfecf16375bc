import type { SessionEnds } from '@back-office/contract/calls/session-ends.ts';
import type { Rights } from '@back-office/contract/resource/permission.ts';
import type { RoleScope } from './data-scope.ts';

/** The person behind a request, as the session check found them in the database. */
export interface SignedIn {
  readonly sessionId: string;
  readonly userId: string;
  readonly userAccount: string;
  readonly userName: string;
  /** The session's own key, 32 bytes. */
  readonly secretKey: Buffer;
  /** Role codes of their enabled roles. */
  readonly roles: readonly string[];
  readonly rights: Rights;
  /** What each of these roles reaches, and on what; ask `scopeOf`. */
  readonly scopes: readonly RoleScope[];
  /** The state of everybody's rights under which these were read, and the organisation that they belonged to. */
  readonly rightsEpoch: number;
  readonly sysOrgId: string | null;
  /** What must be done before anything else: unlock the screen, change the password (docs/wire.md 40301) or set up the second factor. */
  readonly mustFirst:
    | { readonly outcome: 'screenLocked' | 'mustChangePassword' | 'mustSetUpTwoFactor'; readonly message?: string }
    | undefined;
  readonly endsIn: SessionEnds;
}
