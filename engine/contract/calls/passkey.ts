/** The answer of every call that starts a passkey ceremony: options for the authenticator, and the ceremony's id for its answer. */
export interface PasskeyQuestion<Options = unknown> {
  ceremony: string;
  /** Validity in seconds. */
  expiresIn: number;
  /** The options of `navigator.credentials.create` or `.get`, as JSON (WebAuthn Level 3). */
  options: Options;
}

/** An authenticator's answer: in `passkey` of a body that it confirms, or the body itself. */
export interface PasskeyAnswer<Response = unknown> {
  ceremony: string;
  response: Response;
}
