import { gcm } from '@noble/ciphers/aes.js';
import { fromBase64 } from '../platform/session/base64.ts';

/** What the server reads from a sealed value (docs/wire.md "Session"). */
export function unseal(sealed: string, { name, secretKey }: { name: string; secretKey: string }): string {
  const bytes = fromBase64(sealed.slice(3).replaceAll('-', '+').replaceAll('_', '/'));
  const opened = gcm(fromBase64(secretKey), bytes.slice(0, 12), new TextEncoder().encode(name)).decrypt(bytes.slice(12));
  return new TextDecoder().decode(opened);
}
