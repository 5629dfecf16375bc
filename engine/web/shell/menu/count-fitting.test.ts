import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFitting } from './count-fitting.ts';

test('all elements are shown if they fit, otherwise as many as leave room for the button to the rest', () => {
  expect(countFitting([80, 80, 80], 240, 90)).toBe(3);
  expect(countFitting([80, 80, 80], 239, 90)).toBe(1);
  expect(countFitting([80, 80, 80], 100, 90)).toBe(0);
  const widths = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 12 });
  fc.assert(
    fc.property(widths, fc.nat({ max: 1500 }), fc.integer({ min: 1, max: 120 }), (given, room, more) => {
      const sum = (count: number): number => given.slice(0, count).reduce((all, width) => all + width, 0);
      const count = countFitting(given, room, more);
      if (count === given.length) expect(sum(count)).toBeLessThanOrEqual(room);
      else expect(sum(count + 1) + more).toBeGreaterThan(room);
      if (count > 0 && count < given.length) expect(sum(count) + more).toBeLessThanOrEqual(room);
    }),
  );
});
