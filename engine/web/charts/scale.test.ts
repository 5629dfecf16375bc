import { describe, expect, it } from 'vitest';
import { scaleOf } from './scale.ts';
import { shorten, textWidth } from './text-width.ts';

describe('a scale', () => {
  it.each([
    [[], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [[1], [0, 1]],
    [[3], [0, 1, 2, 3]],
    [
      [4, 11],
      [0, 2, 4, 6, 8, 10, 12],
    ],
    [[3400], [0, 1000, 2000, 3000, 4000]],
  ])('for values %j has the grid lines %j', (values, lines) => {
    expect(scaleOf(values, 4).lines).toEqual(lines);
  });

  it('maps a value to its share of the height, from zero to the highest line', () => {
    const { share } = scaleOf([3400], 4);
    expect([share(0), share(2000), share(4000), share(-5)]).toEqual([0, 0.5, 1, 0]);
  });
});

describe('a label of limited width', () => {
  it('is left as it is if it fits, and truncated if it does not', () => {
    expect(textWidth('用户A')).toBe(31);
    expect(shorten('用户管理', 48)).toBe('用户管理');
    expect(shorten('用户管理系统', 48)).toBe('用户管…');
    expect(shorten('用户', 1)).toBe('用…');
  });
});
