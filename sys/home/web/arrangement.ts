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
  const placed = [...new Set(order)].flatMap((name) => cards.filter((card) => card.name === name));
  for (const [at, card] of cards.entries()) {
    if (placed.includes(card)) continue;
    const before = cards.slice(0, at).findLast((other) => placed.includes(other));
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, card);
  }
  return { shown: placed.filter(({ name }) => !hidden.includes(name)), hidden: placed.filter(({ name }) => hidden.includes(name)) };
}

/** The order with the card moved to the place of another. */
export function moveTo(order: readonly string[], name: string, target: string): string[] {
  const to = order.indexOf(target);
  const others = order.filter((one) => one !== name);
  return to < 0 || others.length === order.length ? [...order] : others.toSpliced(to, 0, name);
}
