import { gcm } from '@noble/ciphers/aes.js';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';
import { seal } from './seal.ts';

const key = new Uint8Array(32).fill(7);
const secretKey = toBase64(key);

test('seals a value that only the key, together with the name of the parameter, can open', () => {
  const sealed = seal('旧密码-1', { name: 'oldPassword', secretKey });
  expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
  const bytes = fromBase64(sealed.slice(3).replaceAll('-', '+').replaceAll('_', '/'));
  const open = (name: string): string =>
    new TextDecoder().decode(gcm(key, bytes.slice(0, 12), new TextEncoder().encode(name)).decrypt(bytes.slice(12)));
  expect(open('oldPassword')).toBe('旧密码-1');
  expect(() => open('newPassword')).toThrow();
});

test('never seals the same value to the same text twice', () => {
  expect(seal('a', { name: 'b', secretKey })).not.toBe(seal('a', { name: 'b', secretKey }));
});
