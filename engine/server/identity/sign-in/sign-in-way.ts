import type { SignInKind } from '@back-office/contract/calls/sign-in.ts';
import type { SignedInBy } from '../session/signed-in-by.ts';

/** Somebody as another side knows them. */
export type OtherPerson = Omit<SignedInBy, 'way' | 'link' | 'askedAt'>;

/** What a way is asked with, when somebody is led to the provider and when they come back; kept by nobody but their browser. */
export interface AskedProvider {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier (RFC 7636). */
  readonly verifier: string;
  /** Where the provider leads back to. */
  readonly callback: string;
}

/** What a provider says of sessions of its own that it ended. */
export interface ProviderLogout {
  /** The token's own, by which it counts once. */
  readonly id: string;
  readonly issuer: string;
  /** One of both at least; with a `sid` that session alone. */
  readonly subject?: string;
  readonly sid?: string;
}

/** A provider to which people are led, and from which they come back with an answer. */
export interface ProviderWay {
  /** The most characters of a `state` that it brings back; a longer one loses the path that was wanted. */
  readonly mostState?: number;
  start(asked: AskedProvider, userAgent: string): Promise<URL>;
  /** Who they are, by the address at which they came back. Throws `WayRefusal` where the answer is not what was asked for. */
  finish(asked: AskedProvider, answer: URL): Promise<OtherPerson>;
  /** Where somebody signs out there too; undefined where the provider has no such place. */
  signOut?(by: SignedInBy, back: string): Promise<URL | undefined>;
  /** Reads its word that sessions are over. Throws where the token is not the provider's own, for us, and of now. */
  readLogout?(token: string): Promise<ProviderLogout>;
}

/** A directory that judges the account and password of the sign-in form. */
export interface DirectoryWay {
  /** Whom the account names there; undefined for nobody, and for more than one. */
  find(account: string): Promise<OtherPerson | undefined>;
  /** Whether this is the person's password; asked for nobody too, and no sooner answered. Never asked with an empty one. */
  check(person: OtherPerson | undefined, password: string): Promise<boolean>;
}

/**
 * A way to sign in beside the local password (docs/wire.md "Other ways to sign in"). Whoever comes by one passes the same door
 * as by the password (`admitPerson`), which a way with calls of its own asks itself.
 */
export interface SignInWay {
  /** A word in small letters, by which addresses and LOGIN_METHODS name it. */
  readonly id: string;
  readonly kind: Exclude<SignInKind, 'password'>;
  readonly label: string;
  readonly provider?: ProviderWay;
  readonly directory?: DirectoryWay;
}

/** Why a provider's answer is none: somebody said no there, it is not what was asked for, or nobody can be asked. */
export class WayRefusal extends Error {
  override name = 'WayRefusal';
  readonly why: 'denied' | 'wrong' | 'unavailable';

  constructor(why: WayRefusal['why'], cause?: unknown) {
    super(`The provider's answer is refused: ${why}`, { cause });
    this.why = why;
  }

  /** What the operator reads of it: no token, no claim. */
  get reason(): string {
    return this.cause instanceof Error ? `${this.cause.name}: ${this.cause.message}` : this.why;
  }
}
