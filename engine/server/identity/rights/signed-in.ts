import type { SessionEnds } from '@back-office/contract/calls/session-ends.ts';
import type { Rights } from '@back-office/contract/resource/permission.ts';
import type { Maker, RoleScope, ScopeHolder } from './data-scope.ts';

/** The person behind a request, as the session check found them in the database. */
export interface SignedIn {
  readonly sessionId: string;
  /**
   * The API key used instead of a session; `sessionId` is then its id. It holds no more than its list, and no more than its `makers` if somebody
   * else made it or handed it over (docs/wire.md "Programs").
   */
  readonly key?: { readonly name: string; readonly makers: readonly Maker[] };
  readonly userId: string;
  readonly userAccount: string;
  readonly userName: string;
  /** The session's own key, 32 bytes. */
  readonly secretKey: Buffer;
  /** Role codes of their enabled roles. */
  readonly roles: readonly string[];
  readonly rights: Rights;
  /** The scope of each of these roles, and its resources; use `scopeOf`. */
  readonly scopes: readonly RoleScope[];
  /** The epoch of everybody's rights under which these were read, and the person's organisation then. */
  readonly rightsEpoch: number;
  readonly sysOrgId: string | null;
  /** What must be done before anything else: unlock the screen, change the password (docs/wire.md 40301) or set up the second factor. */
  readonly mustFirst:
    | { readonly outcome: 'screenLocked' | 'mustChangePassword' | 'mustSetUpTwoFactor'; readonly message?: string }
    | undefined;
  readonly endsIn: SessionEnds;
  /** Set in a preview: the session shows what a role may read, and changes nothing; `own` is what its person holds, which limits it. */
  readonly preview: RolePreview | undefined;
}

/** A role that somebody previews, with the rights they hold themselves. */
export interface RolePreview {
  /** The session that opened it. */
  readonly of: string;
  readonly roleId: string;
  readonly roleName: string;
  readonly own: ScopeHolder & { readonly roles: readonly string[] };
}
