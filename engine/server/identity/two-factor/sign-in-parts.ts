import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Settings } from '../../platform/settings.ts';
import type { LoginGuard } from '../attempts/login-guard.ts';
import type { Arriving } from '../session/open-session.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { TellOwners } from '../session/tell-owners.ts';
import type { SignInWay } from '../ways/sign-in-way.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import type { ProofParts } from './proof.ts';

/** What signing in, and proving who one is, consist of. */
export interface SignInParts extends ProofParts {
  db: Kysely<Tables>;
  sessions: SessionStore;
  guard: LoginGuard;
  settings: Settings;
  /** All resource declarations, to compare rights. */
  resources: readonly Resource[];
  /** Handlers of features for somebody whom a provider has identified, run before they are admitted; filled by `fillSignInParts`. */
  entering: ((userId: string, by: SignedInBy) => Promise<void>)[];
  /** Handlers of features for sign-ins from new clients; filled likewise. */
  arriving: Arriving[];
  /** How features tell people that something which opens their account was changed; filled likewise. */
  telling: TellOwners[];
  /** The sign-in methods in use besides the local password; filled likewise. */
  ways: SignInWay[];
}
