import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it('formats bytes in the unit that keeps the number below 1000', () => {
  expect([0, 512, 1024, 1536, 150 * 1024 ** 2, 1024 ** 3].map(formatBytes)).toEqual(['0 B', '512 B', '1 KB', '1.5 KB', '150 MB', '1 GB']);
  // Never a thousand of a unit: the next unit is shorter.
  expect([999, 1000, 1014.9 * 1024, 999.7 * 1024 ** 2, 5 * 1024 ** 4].map(formatBytes)).toEqual([
    '999 B',
    '0.98 KB',
    '0.99 MB',
    '0.98 GB',
    '5 TB',
  ]);
  expect(formatBytes(-1536)).toBe('-1.5 KB');
});
