import { expect, test } from 'vitest';
import { randomCaptcha } from './random-captcha.ts';

test('generates four letters or digits, each with its colour, size and rotation', () => {
  for (let round = 0; round < 200; round++) {
    const chars = randomCaptcha();
    expect(chars.map(({ char }) => char).join('')).toMatch(/^[A-Za-z0-9]{4}$/);
    for (const { colour, size, rotation } of chars) {
      expect(colour).toBeLessThan(6);
      expect(size).toBeGreaterThan(20);
      expect(Math.abs(rotation)).toBeLessThanOrEqual(25);
    }
  }
});

test('generates a different code each time', () => {
  expect(
    new Set(
      Array.from({ length: 50 }, () =>
        randomCaptcha()
          .map(({ char }) => char)
          .join(''),
      ),
    ).size,
  ).toBeGreaterThan(45);
});
