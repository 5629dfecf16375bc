import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { HomeCard } from '@back-office/web/shell/routing/shell-feature.ts';
import { moveBehind, moveTo } from './move-card.ts';
import type { ArrangementStep } from './use-arrangement.ts';

interface Moves {
  /** The names of the visible cards. */
  order: readonly string[];
  /** Places a card as in this order of the visible ones. */
  place: (name: string, order: readonly string[]) => void;
  moveBy: (card: HomeCard, step: number) => void;
  hide: (card: HomeCard) => void;
  show: (card: HomeCard) => void;
  /** The last action, for screen readers. */
  said: string;
  /** The list of cards, in which a moved card keeps the focus. */
  list: RefObject<HTMLUListElement | null>;
}

/** Functions to arrange the cards; each change is saved at once, and leaves the other cards as they are stored by then. */
export function useMoves(shown: readonly HomeCard[], change: (step: ArrangementStep) => void): Moves {
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<string>(undefined);
  const order = shown.map(({ name }) => name);
  const place = (name: string, next: readonly string[]): void =>
    change(({ order: stored, hidden }) => ({ order: moveBehind(stored, name, next[next.indexOf(name) - 1]), hidden }));
  // A moved card keeps the focus.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.current)}"] button`)?.focus();
    wanted.current = undefined;
  });
  const moveBy = ({ name, title }: HomeCard, step: number): void => {
    const to = Math.min(Math.max(order.indexOf(name) + step, 0), order.length - 1);
    wanted.current = name;
    place(name, moveTo(order, name, order[to] ?? name));
    setSaid(`“${title}”在第 ${to + 1} 位，共 ${order.length} 位`);
  };
  const hide = ({ name, title }: HomeCard): void => {
    const at = order.indexOf(name);
    wanted.current = order[at + 1] ?? order[at - 1];
    change(({ order: stored, hidden }) => ({ order: stored, hidden: [...new Set([...hidden, name])] }));
    setSaid(`“${title}”已隐藏`);
  };
  const show = ({ name, title }: HomeCard): void => {
    wanted.current = name;
    change(({ order: stored, hidden }) => ({
      order: [...stored.filter((one) => one !== name), name],
      hidden: hidden.filter((one) => one !== name),
    }));
    setSaid(`“${title}”已放回首页`);
  };
  return { order, place, moveBy, hide, show, said, list };
}
