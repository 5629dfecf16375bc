/** `data` of a 40302: the password was right, and a code is still owed (docs/decisions/0016-two-step-sign-in.md). */
export interface SecondFactor {
  /** For POST /api/login/verify, and for nothing else. */
  ticket: string;
  /** Seconds that it is good for. */
  expiresIn: number;
  /** What may be shown in the place of a recovery code; absent where it is a code of the app. */
  ways?: readonly ('app' | 'passkey')[];
}

/** `data` of GET /api/sys/user/two-step: the state of the user's own two-factor sign-in. */
export interface TwoFactorAnswer {
  active: boolean;
  /** Codes of an app are in use. */
  app: boolean;
  /** An administrator wants it, so it cannot be stopped. */
  required: boolean;
  /** Recovery codes left. */
  recoveryCodes: number;
}

/** `data` of POST /api/sys/user/start-two-step: what an authenticator app needs, shown once. */
export interface TwoFactorSecret {
  /** base32, for typing in. */
  secret: string;
  /** `otpauth://…`, for the QR code. */
  uri: string;
}

/** `data` of confirm-two-step and renew-recovery-codes: each good for one sign-in, shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}
