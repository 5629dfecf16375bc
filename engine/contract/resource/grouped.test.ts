import { expect, it } from 'vitest';
import { grouped } from './grouped.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [123_456, '123,456'],
  [1_234_567, '1,234,567'],
  [-9_999_999, '-9,999,999'],
  [1_234.5678, '1,234.5678'],
])('groups %d as %s', (count, words) => {
  expect(grouped(count)).toBe(words);
});
