import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { configStore } from './config-store.ts';
import { encryptLogin } from './encrypt-login.ts';

test('encrypts to the known answer (docs/hardening.md A01)', () => {
  expect(encryptLogin('admin', new Date(2026, 10, 20, 23, 59))).toBe('qpX5Qze0id3/JtQy/f0POw==');
});

test('accepts any text', () => {
  expect(encryptLogin('', new Date(2026, 0, 1))).toHaveLength(24);
  expect(encryptLogin('密码😀'.repeat(20), new Date(2026, 0, 1)).length).toBeGreaterThan(200);
});

const ownZone = process.env['TZ'];
afterEach(() => {
  vi.restoreAllMocks();
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

test('encrypts for the date of the server, which may have begun another day', () => {
  process.env['TZ'] = 'Europe/Berlin';
  const ofTheNextDay = encryptLogin('wangminn', new Date(2026, 10, 21, 1, 0));
  vi.spyOn(configStore, 'get').mockReturnValue({ clock: [{ from: 0, ahead: 480 }] } as unknown as ConfigAnswer);
  expect(encryptLogin('wangminn', new Date(2026, 10, 20, 17, 30))).toBe(ofTheNextDay);
});
