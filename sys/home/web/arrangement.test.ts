import { expect, test } from 'vitest';
import { arrange, readArrangement } from './arrangement.ts';
import { moveTo } from './move-card.ts';

const cards = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
const names = (kept: unknown, of = cards) => {
  const { shown, hidden } = arrange(of, readArrangement(kept));
  return [shown, hidden].map((some) => some.map(({ name }) => name).join(''));
};

test('cards keep their declared order until the user arranges them', () => {
  for (const kept of [undefined, null, 'x', [], { order: 7, hidden: {} }, { order: [null, 1] }]) expect(names(kept)).toEqual(['abcd', '']);
});

test('cards are in the user’s order, without the hidden ones', () => {
  expect(names({ order: ['d', 'b', 'a', 'c'], hidden: ['b'] })).toEqual(['dac', 'b']);
});

test('a new card follows the card declared before it, and a card that no longer exists is ignored', () => {
  expect(names({ order: ['d', 'gone', 'b'], hidden: ['gone'] })).toEqual(['adbc', '']);
  expect(names({ order: ['c', 'a'] }, [{ name: 'new' }, ...cards])).toEqual(['newcdab', '']);
});

test('a card that is named twice appears once, in its first place', () => {
  expect(names({ order: ['d', 'b', 'd', 'a', 'c', 'b'] })).toEqual(['dbac', '']);
});

test('a card moves to the place of another, before or after it', () => {
  expect(moveTo(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  expect(moveTo(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(moveTo(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
});
