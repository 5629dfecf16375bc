/** `data` of code 40302: the password was right, and a code is still required (docs/decisions/0016-two-step-sign-in.md). */
export interface SecondFactor {
  /** For POST /api/login/verify only. */
  ticket: string;
  /** Validity in seconds. */
  expiresIn: number;
  /** The factors accepted besides a recovery code; absent means only a code of the app. */
  ways?: readonly ('app' | 'passkey')[];
}

/** What proves the user's identity again, besides a second factor: the password of the directory, signing in at the provider anew, or nothing else. */
export interface ConfirmBy {
  readonly kind: 'directory' | 'provider' | 'secondFactor';
  /** Its name. */
  readonly label: string;
}

/** `data` of GET /api/sys/user/two-step: the state of the user's two-factor sign-in. */
export interface TwoFactorAnswer {
  active: boolean;
  /** Codes of an app are set up. */
  app: boolean;
  /** An administrator requires it, so the user cannot turn it off. */
  required: boolean;
  /** How many recovery codes are left. */
  recoveryCodes: number;
  /** Absent for the local password. */
  confirmBy?: ConfirmBy | undefined;
}

/** `data` of POST /api/sys/user/start-two-step: what an authenticator app needs, shown once. */
export interface TwoFactorSecret {
  /** base32, for manual entry. */
  secret: string;
  /** `otpauth://…`, for the QR code. */
  uri: string;
}

/** `data` of confirm-two-step and renew-recovery-codes: each is valid for one sign-in and shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}
