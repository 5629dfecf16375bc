/**
 * The sign-in cipher (docs/spec.md 7; docs/wire.md "Session"): AES-256-CBC with PKCS7. It is obfuscation, not secrecy; TLS protects the password in
 * transit. This file has the constants; each side brings its own AES.
 */
export const loginCipher = {
  /** The key is the SHA-256 of this text, 32 bytes. */
  keyText: 'Authorization',
  /** The IV for a local date `YYYYMMDD`: 16 ASCII characters. */
  iv: (day: string): string => day.padEnd(16, '*'),
} as const;

/** `YYYYMMDD` of a calendar date; the month counts from 1. */
export const dayOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;

/**
 * Prefix of values sealed with the session's secretKey: `v1.` + base64url(12-byte IV ‖ AES-256-GCM ciphertext and tag), with the parameter's name as
 * additional data (docs/wire.md "Session").
 */
export const sealPrefix = 'v1.';
