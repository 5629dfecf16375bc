import { expect, test } from 'vitest';
import { encryptLogin } from './encrypt-login.ts';

test('encrypts to the known answer (docs/hardening.md A01)', () => {
  expect(encryptLogin('admin', new Date(2026, 10, 20, 23, 59))).toBe('qpX5Qze0id3/JtQy/f0POw==');
});

test('accepts any text', () => {
  expect(encryptLogin('', new Date(2026, 0, 1))).toHaveLength(24);
  expect(encryptLogin('密码😀'.repeat(20), new Date(2026, 0, 1)).length).toBeGreaterThan(200);
});
