import { expect, test } from 'vitest';
import { arrange, moveTo, readArrangement } from './arrangement.ts';

const cards = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
const names = (kept: unknown, of = cards) => {
  const { shown, hidden } = arrange(of, readArrangement(kept));
  return [shown, hidden].map((some) => some.map(({ name }) => name).join(''));
};

test('cards stand as they were declared until somebody arranges them', () => {
  for (const kept of [undefined, null, 'x', [], { order: 7, hidden: {} }, { order: [null, 1] }]) expect(names(kept)).toEqual(['abcd', '']);
});

test('cards stand as the person arranged them, without those that they hid', () => {
  expect(names({ order: ['d', 'b', 'a', 'c'], hidden: ['b'] })).toEqual(['dac', 'b']);
});

test('a new card stands behind the one that it was declared behind, and one that is gone is nowhere', () => {
  expect(names({ order: ['d', 'gone', 'b'], hidden: ['gone'] })).toEqual(['adbc', '']);
  expect(names({ order: ['c', 'a'] }, [{ name: 'new' }, ...cards])).toEqual(['newcdab', '']);
});

test('a card that is named twice stands once, where it is named first', () => {
  expect(names({ order: ['d', 'b', 'd', 'a', 'c', 'b'] })).toEqual(['dbac', '']);
});

test('a card takes the place of another, before or behind', () => {
  expect(moveTo(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  expect(moveTo(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(moveTo(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
});
