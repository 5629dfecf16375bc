import { recordIn } from '@back-office/contract/record-in.ts';

/** A person's arrangement of the home page: the names of cards in order, and those hidden. */
export interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

interface Named {
  readonly name: string;
}

/** Reads a stored arrangement; anything malformed counts as not arranged. */
export function readArrangement(kept: unknown): Arrangement {
  const { order, hidden } = recordIn(kept);
  return { order: textsIn(order), hidden: textsIn(hidden) };
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

/**
 * The cards in the person's order, shown and hidden. `cards` are in the declared order: one not in the person's order, since it is new, follows the
 * nearest card declared before it.
 */
export function arrange<Card extends Named>(cards: readonly Card[], { order, hidden }: Arrangement): { shown: Card[]; hidden: Card[] } {
  const placed = wholeOrder(cards, order).flatMap((name) => cards.filter((card) => card.name === name));
  return { shown: placed.filter(({ name }) => !hidden.includes(name)), hidden: placed.filter(({ name }) => hidden.includes(name)) };
}

/** The order with all of these cards in it, and those that are unknown here and now, such as while a module is switched off. */
export function wholeOrder(cards: readonly Named[], order: readonly string[]): string[] {
  const placed = [...new Set(order)];
  const names = cards.map(({ name }) => name);
  for (const [at, name] of names.entries()) {
    if (placed.includes(name)) continue;
    const before = names.slice(0, at).findLast((other) => placed.includes(other));
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, name);
  }
  return placed;
}
