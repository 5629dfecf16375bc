import { expect, it } from 'vitest';
import { speedMeter } from './speed-meter.ts';

it('reports the speed of the last seconds, and the time left at that speed', () => {
  const meter = speedMeter(1000);
  expect(meter.read()).toEqual({ speed: 0, secondsLeft: undefined });
  meter.mark(0, 0);
  meter.mark(100, 1000);
  expect(meter.read()).toEqual({ speed: 100, secondsLeft: 9 });
  for (let second = 2; second <= 10; second += 1) meter.mark(100 + (second - 1) * 50, second * 1000);
  expect(meter.read().speed).toBeCloseTo(50);
});

it('starts over when a chunk is resent or the upload has stalled', () => {
  const meter = speedMeter(1000);
  meter.mark(0, 0);
  meter.mark(500, 1000);
  meter.mark(300, 2000);
  meter.mark(400, 3000);
  expect(meter.read()).toEqual({ speed: 100, secondsLeft: 6 });
  meter.reset();
  expect(meter.read().secondsLeft).toBeUndefined();
});
