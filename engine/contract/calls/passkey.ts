/** What a browser asks an authenticator, and what names the ceremony when the answer is sent: of every call that starts one. */
export interface PasskeyQuestion<Options = unknown> {
  ceremony: string;
  /** Seconds that it is good for. */
  expiresIn: number;
  /** The options of `navigator.credentials.create` or `.get`, as JSON (WebAuthn Level 3). */
  options: Options;
}

/** An authenticator's answer on its way back: in `passkey` of a body, where it confirms something, or the body itself. */
export interface PasskeyAnswer<Response = unknown> {
  ceremony: string;
  response: Response;
}
