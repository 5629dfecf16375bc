import { expect, it } from 'vitest';
import { segmentName } from './segment-name.ts';

it.each([
  ['http://127.0.0.1:8080/files/1/clip.m3u8?e=1&s=a/b', 'clip.m3u8'],
  ['/files/1/%E7%89%87%E6%AE%B5%201.ts', '片段 1.ts'],
  ['http://h/files/1/%E0%A4%A.ts', '%E0%A4%A.ts'],
])('the segment at %s is named %s', (address, name) => {
  expect(segmentName(address)).toBe(name);
});
