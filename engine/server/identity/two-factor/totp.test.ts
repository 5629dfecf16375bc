import { expect, it } from 'vitest';
import { secretCode } from '../../testing/secret-code.ts';
import { base32, matchStep } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, the rows of SHA-1: the last six of their eight digits.
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %d accepts %s, and returns its time step', (seconds, code) => {
  expect(matchStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

it.each([0, 15_000, 29_999])(
  'accepts the codes of this time step, the one before and the one after, and no other, %d ms into a step',
  (into) => {
    const now = new Date(1234567890_000 + into);
    const step = 1234567890 / 30;
    const found = [-2, -1, 0, 1, 2].map((away) => matchStep(secret, secretCode(base32(secret), now, away), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  },
);

// RFC 4648, section 10.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %j as %s', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});
