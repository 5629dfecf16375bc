import type { SignInKind } from '@back-office/contract/calls/sign-in.ts';
import type { SignedInBy } from './signed-in-by.ts';

/** Somebody's identity at a provider or directory. */
export type OtherPerson = Omit<SignedInBy, 'way' | 'account' | 'link' | 'askedAt'>;

/** The parameters of a sign-in at a provider, the same before the redirect and after the return; only the browser keeps them. */
export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier (RFC 7636). */
  readonly verifier: string;
  /** The address to which the provider redirects back. */
  readonly callback: string;
}

/** A provider's report of its own sessions that ended. */
export interface ProviderLogout {
  /** The id of the token, by which it is accepted only once. */
  readonly id: string;
  readonly issuer: string;
  /** At least one of the two; with a `sid`, that session alone. */
  readonly subject?: string;
  readonly sid?: string;
}

/** A provider to which people are redirected, and which redirects them back with an answer. */
export interface ProviderWay {
  /** The longest `state` that it returns, in characters; a longer one loses the path to open afterwards. */
  readonly mostState?: number;
  start(asked: AuthorizationRequest, userAgent: string): Promise<URL>;
  /** Identifies the person from the address of the redirect back. Throws `WayRefusal` for an invalid answer. */
  finish(asked: AuthorizationRequest, answer: URL): Promise<OtherPerson>;
  /** The address where somebody also signs out at the provider; undefined if it has none. */
  signOut?(by: SignedInBy, back: string): Promise<URL | undefined>;
  /** Reads its report of ended sessions. Throws unless the token is the provider's own, meant for us, and current. */
  readLogout?(token: string): Promise<ProviderLogout>;
}

/** A directory that verifies the account and password of the sign-in form. */
export interface DirectoryWay {
  /** The person with this account there; undefined for none, and for more than one. */
  find(account: string): Promise<OtherPerson | undefined>;
  /** Whether this is the person's password; with nobody, takes as long to answer. Never called with an empty password. */
  check(person: OtherPerson | undefined, password: string): Promise<boolean>;
}

/**
 * A sign-in method beside the local password (docs/wire.md "Other ways to sign in"). It goes through the same checks as
 * the password (`admitPerson`), which a method with calls of its own must call itself.
 */
export interface SignInWay {
  /** Its name in addresses and LOGIN_METHODS, in small letters. */
  readonly id: string;
  readonly kind: Exclude<SignInKind, 'password'>;
  readonly label: string;
  readonly provider?: ProviderWay;
  readonly directory?: DirectoryWay;
}

/**
 * Why a provider's answer is refused: the person declined there (`denied`), the answer does not match the request (`wrong`), or the provider or
 * directory is unreachable (`unavailable`). The sign-in page says so; the cause is for the operator's log alone.
 * @example
 * export async function askPortal(url: URL): Promise<Response> {
 *   return fetch(url).catch((error: unknown) => {
 *     throw new WayRefusal('unavailable', error);
 *   });
 * }
 */
export class WayRefusal extends Error {
  override name = 'WayRefusal';
  readonly why: 'denied' | 'wrong' | 'unavailable';

  constructor(why: WayRefusal['why'], cause?: unknown) {
    super(`The provider's answer is refused: ${why}`, { cause });
    this.why = why;
  }

  /** The reason for the operator: contains no token and no claim. */
  get reason(): string {
    return this.cause instanceof Error ? `${this.cause.name}: ${this.cause.message}` : this.why;
  }
}
