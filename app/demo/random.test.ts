import { expect, it } from 'vitest';
import { usualName } from './names.ts';
import { Random } from './random.ts';

/** The distinct results of a thousand draws. */
const drawn = <Item>(draw: (random: Random) => Item): Item[] => {
  const random = new Random(8848);
  return [...new Set(Array.from({ length: 1000 }, () => draw(random)))];
};

it('gives the same numbers for the same seed, and different ones for another seed', () => {
  const numbers = (seed: number): number[] => {
    const random = new Random(seed);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(2)).not.toEqual(numbers(1));
  expect(drawn((random) => random.next()).every((number) => number >= 0 && number < 1)).toBe(true);
});

it('draws whole numbers including both bounds, and every item of a list', () => {
  expect(drawn((random) => random.whole(-1, 2)).toSorted((one, other) => one - other)).toEqual([-1, 0, 1, 2]);
  expect(drawn((random) => random.pick(['a', 'b', 'c'])).toSorted()).toEqual(['a', 'b', 'c']);
  expect(() => new Random(1).pick([])).toThrow('There is nothing to pick from.');
});

it.each([
  [0, [false]],
  [50, [true, false]],
  [100, [true]],
])('is true with a chance of %d percent', (chance, seen) => {
  expect(new Set(drawn((random) => random.percent(chance)))).toEqual(new Set(seen));
});

it('generates names of two or three characters, each with a matching gender', () => {
  const names = drawn((random) => JSON.stringify(usualName(random))).map((text) => JSON.parse(text) as ReturnType<typeof usualName>);
  expect(new Set(names.map(({ name }) => Array.from(name).length))).toEqual(new Set([2, 3]));
  expect(names.filter(({ name, gender }) => name.includes('娜') && gender !== '女')).toEqual([]);
  expect(names.filter(({ name, gender }) => name.includes('伟') && gender !== '男')).toEqual([]);
});
