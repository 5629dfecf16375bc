import { expect, it } from 'vitest';
import { bandwidthMeter } from './bandwidth.ts';

const MB = 1024 * 1024;
const most = 100 * MB;

it('starts with chunks of 4 MB, and grows them with the measured speed up to 100 MB', () => {
  const line = bandwidthMeter();
  expect(line.chunkSize(most)).toBe(4 * MB);
  // Slow: a megabyte in 5 s.
  line.mark(4 * MB, 20_000);
  expect(line.chunkSize(most)).toBe(4 * MB);
  for (let at = 0; at < 5; at += 1) line.mark(4 * MB, 800);
  expect(line.chunkSize(most)).toBe(20 * MB);
  for (let at = 0; at < 5; at += 1) line.mark(20 * MB, 100);
  expect(line.chunkSize(most)).toBe(100 * MB);
});

it('returns to chunks of 4 MB after a lost connection, and never exceeds the server’s limit', () => {
  const line = bandwidthMeter();
  expect(line.chunkSize(MB)).toBe(MB);
  line.mark(20 * MB, 100);
  expect(line.chunkSize(30 * MB)).toBe(30 * MB);
  line.reset();
  expect(line.chunkSize(most)).toBe(4 * MB);
});

it('ignores a transfer so small that only the server’s own time was measured', () => {
  const line = bandwidthMeter();
  line.mark(1000, 0.001);
  expect(line.chunkSize(most)).toBe(4 * MB);
});
