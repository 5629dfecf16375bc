import { cbc } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { dayOf, loginCipher } from '@back-office/contract/cipher.ts';
import { toBase64 } from './base64.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Encrypts a sign-in value for the local date of `now` (docs/wire.md "Session"). WebCrypto is absent on plain http. */
export function encryptLogin(value: string, now = new Date()): string {
  const iv = loginCipher.iv(dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate()));
  return toBase64(cbc(sha256(bytesOf(loginCipher.keyText)), bytesOf(iv)).encrypt(bytesOf(value)));
}
