/** Who somebody is elsewhere: by these two alone an account here is theirs (docs/wire.md "Other ways to sign in"). */
export interface OtherAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** What another side says of somebody, each as a list of texts. */
export type Claims = Readonly<Record<string, readonly string[]>>;

/** Who said who somebody is, where it was not the local password: kept with the session that it opened. */
export interface SignedInBy extends OtherAccount {
  /** The id of the way. */
  readonly way: string;
  /** What the other side calls the person. */
  readonly name: string;
  /** The other side's own session, which may be ended there. */
  readonly sid?: string;
  /** When it was asked, by the database's clock, where it may say later that its own session is over. */
  readonly askedAt?: string;
  /** What the other side asks for again when somebody signs out there. */
  readonly idToken?: string;
  /** What else the other side says of them, for rules of this moment: no session keeps it. */
  readonly claims?: Claims;
  /** The account is linked by this sign-in. */
  readonly link?: true;
}
