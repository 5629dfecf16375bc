import { expect, it } from 'vitest';
import { formatSeconds } from './format-seconds.ts';

it('formats durations the way people say them', () => {
  expect([0.2, 59, 90, 5400].map(formatSeconds)).toEqual(['1 秒', '59 秒', '2 分钟', '1.5 小时']);
});
