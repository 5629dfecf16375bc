/**
 * The sign-in cipher (docs/spec.md 7; docs/wire.md "Session"): AES-256-CBC with PKCS7. Obfuscation, not secrecy; TLS is
 * what protects a password on its way. Here are its constants; each side brings its own AES.
 */
export const loginCipher = {
  /** The key is the 32 bytes of SHA-256 of this text. */
  keyText: 'Authorization',
  /** IV for a local date given as `YYYYMMDD`: 16 ASCII characters. */
  iv: (day: string): string => day.padEnd(16, '*'),
} as const;

/** `YYYYMMDD` of a calendar date; month counts from 1. */
export const dayOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;

/**
 * Sealing under the session's secretKey: `v1.` + base64url(12-byte IV ‖ AES-256-GCM ciphertext and tag), with the
 * parameter's name as additional data (docs/wire.md "Session").
 */
export const sealPrefix = 'v1.';
