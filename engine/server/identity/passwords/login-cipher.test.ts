import { describe, expect, it } from 'vitest';
import { dayOf, encryptField } from '../../testing/seal-values.ts';
import { isCiphertext, readLoginFields } from './login-cipher.ts';

const noon = new Date(2026, 10, 20, 12);

describe('the sign-in cipher', () => {
  it.each(['长', '😀'])('accepts the longest password, made of %s only', (character) => {
    const password = character.repeat(256 / character.length);
    const field = encryptField(password, '20261120');
    expect(isCiphertext(field)).toBe(true);
    expect(readLoginFields([field], noon)).toContainEqual([password]);
  });

  it('matches the known answer of the specification', () => {
    expect(readLoginFields(['qpX5Qze0id3/JtQy/f0POw=='], noon)).toContainEqual(['admin']);
    expect(encryptField('admin', '20261120')).toBe('qpX5Qze0id3/JtQy/f0POw==');
  });

  it.each([
    ['today', 0],
    ['yesterday', -1],
    ['tomorrow', 1],
  ])('reads fields encrypted with the date of %s', (_when, days) => {
    const day = dayOf(noon, days);
    expect(
      readLoginFields([encryptField('用户 😀 name', day), encryptField('a+b/c= long enough for two blocks', day)], noon),
    ).toContainEqual(['用户 😀 name', 'a+b/c= long enough for two blocks']);
  });

  it.each([-2, 2])('does not read fields encrypted with a date %d days away', (days) => {
    const text = 'a password of two blocks';
    expect(readLoginFields([encryptField(text, dayOf(noon, days))], noon)).not.toContainEqual([text]);
  });

  it('counts days across the ends of months and years', () => {
    const newYear = new Date(2027, 0, 1, 0, 0, 1);
    expect(readLoginFields([encryptField('happy', '20261231')], newYear)).toContainEqual(['happy']);
    expect(readLoginFields([encryptField('happy', '20270102')], newYear)).toContainEqual(['happy']);
  });

  it('returns the reading of today first, and none twice', () => {
    const readings = readLoginFields([encryptField('admin123', '20261120')], noon);
    expect(readings[0]).toEqual(['admin123']);
    expect(new Set(readings.map(String)).size).toBe(readings.length);
  });

  it('does not read fields encrypted with different dates as one form', () => {
    const readings = readLoginFields([encryptField('longer than 8', '20261120'), encryptField('longer than 8', '20261119')], noon);
    expect(readings).not.toContainEqual(['longer than 8', 'longer than 8']);
  });

  it('fixes a + that arrived as a space', () => {
    for (let at = 0, mended = 0; mended < 5; at++) {
      const field = encryptField(`user${at}`, '20261120');
      if (!field.includes('+')) continue;
      mended += 1;
      expect(isCiphertext(field.replaceAll('+', ' '))).toBe(true);
      expect(readLoginFields([field.replaceAll('+', ' ')], noon)).toContainEqual([`user${at}`]);
    }
  });

  it('returns no text with control characters or broken UTF-8', () => {
    const [control, broken] = ['a\u0000b', Buffer.from([0x61, 0xe4, 0xb8, 0x62])].map((field) => encryptField(field, '20261120'));
    for (const field of [control, broken]) expect(readLoginFields([String(field)], noon)).toEqual([]);
  });
});

it.each([
  ['plain text', 'admin'],
  ['an empty text', ''],
  ['half a block of bytes', Buffer.alloc(8).toString('base64')],
  ['Base64 in the URL alphabet', '-_-_-_-_-_-_-_-_-_-_-_=='],
  ['a text with a character outside Base64', 'qpX5Qze0id3/JtQy/f0PO*=='],
  ['a text that is too long', Buffer.alloc(1600).toString('base64')],
  ['a list', ['qpX5Qze0id3/JtQy/f0POw==']],
  ['hex', 'aa'.repeat(16)],
  ['undefined', undefined],
])('%s is not a ciphertext', (_what, field) => {
  expect(isCiphertext(field)).toBe(false);
});
