import { cbc } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { loginCipher } from '@back-office/contract/cipher.ts';
import { toBase64 } from './base64.ts';
import { serverTime } from './server-time.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The server's date at `now`, `YYYYMMDD`, for which `encryptLogin` encrypts. */
export const loginDay = (now = new Date()): string => serverTime(now.getTime()).slice(0, 10).replaceAll('-', '');

/** Encrypts a value for the server's date at `now`, wherever the browser is (docs/wire.md "Session"). WebCrypto is absent on plain http. */
export function encryptLogin(value: string, now = new Date()): string {
  const iv = loginCipher.iv(loginDay(now));
  return toBase64(cbc(sha256(bytesOf(loginCipher.keyText)), bytesOf(iv)).encrypt(bytesOf(value)));
}
