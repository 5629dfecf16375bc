import { createDecipheriv } from 'node:crypto';
import { sealPrefix } from '@back-office/contract/cipher.ts';
import { refusedField } from '../../platform/http/refusal.ts';

/** Base64 of either alphabet, padded or not; anything else, or shorter, is a plain text that begins so. */
const sealed = new RegExp(`^${RegExp.escape(sealPrefix)}[A-Za-z0-9_+/-]{20,}={0,2}$`);

/**
 * A value as it was sent: plain, or sealed under the session's key with its own name as additional data (docs/wire.md
 * "Session"). Refuses with 40000 a value that cannot be opened.
 */
export function unseal(value: string, { name, label, key }: { name: string; label: string; key: Buffer }): string {
  if (!sealed.test(value)) return value;
  const bytes = Buffer.from(value.slice(sealPrefix.length), 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw refusedField(name, `${label}无法解密`);
  }
}
