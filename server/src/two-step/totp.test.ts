import { expect, it } from 'vitest';
import { base32, codeAt, matchStep, stepOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, the rows of SHA-1.
it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at second %d gives %s', (seconds, code) => {
  expect(codeAt(secret, stepOf(new Date(seconds * 1000)), 8)).toBe(code);
});

it('takes the code of now, of the step before and of the step after, and no other', () => {
  const now = new Date(1234567890_000);
  const found = [-2, -1, 0, 1, 2].map((away) => matchStep(secret, codeAt(secret, stepOf(now) + away), now));
  expect(found).toEqual([undefined, stepOf(now) - 1, stepOf(now), stepOf(now) + 1, undefined]);
});

// RFC 4648, section 10.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j as %s', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});
