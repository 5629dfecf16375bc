import { gcm } from '@noble/ciphers/aes.js';
import { sealPrefix } from '@back-office/contract/cipher.ts';
import { fromBase64, toBase64Url } from './base64.ts';

/** Encrypts a parameter's value with the session's secretKey, bound to the parameter's name (docs/wire.md "Session"). */
export function seal(value: string, { name, secretKey }: { name: string; secretKey: string }): string {
  const text = new TextEncoder();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const box = gcm(fromBase64(secretKey), iv, text.encode(name)).encrypt(text.encode(value));
  return sealPrefix + toBase64Url(new Uint8Array([...iv, ...box]));
}
