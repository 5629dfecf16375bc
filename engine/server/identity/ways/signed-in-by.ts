/** The identity of somebody at a provider: these two fields alone link it with a local account (docs/wire.md "Other ways to sign in"). */
export interface OtherAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** The claims of a provider about somebody, each as a list of texts. */
export type Claims = Readonly<Record<string, readonly string[]>>;

/** The provider's statement of somebody's identity, if they did not use the local password: stored with the session that it opened. */
export interface SignedInBy extends OtherAccount {
  /** The id of the sign-in method. */
  readonly way: string;
  /** The person's name at the provider. */
  readonly name: string;
  /** The account that they typed, at a directory: it is asked again under this name. */
  readonly account?: string;
  /** The id of the provider's own session, which may be ended there. */
  readonly sid?: string;
  /** When the provider was asked, by the database's clock, if it may later report the end of its session. */
  readonly askedAt?: string;
  /** The token that the provider requires when somebody signs out there. */
  readonly idToken?: string;
  /** Further claims about the person, for rules applied during the sign-in: no session stores them. */
  readonly claims?: Claims;
  /** This sign-in links the account. */
  readonly link?: true;
}
