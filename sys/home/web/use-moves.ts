import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { HomeCard } from '@back-office/web/shell/routing/shell-feature.ts';
import { type Arrangement, moveTo } from './arrangement.ts';

interface Moves {
  /** The names of the visible cards. */
  order: readonly string[];
  keep: (order: readonly string[]) => void;
  moveBy: (card: HomeCard, step: number) => void;
  hide: (card: HomeCard) => void;
  show: (card: HomeCard) => void;
  /** The last action, for screen readers. */
  said: string;
  /** The list of cards, in which a moved card keeps the focus. */
  list: RefObject<HTMLUListElement | null>;
}

/** Functions to arrange the cards by keyboard; each change is saved at once. */
export function useMoves(shown: readonly HomeCard[], hidden: readonly HomeCard[], choose: (next: Arrangement) => void): Moves {
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<string>(undefined);
  const order = shown.map(({ name }) => name);
  const hiddenNames = hidden.map(({ name }) => name);
  // Hidden cards keep their order, after the visible ones.
  const keep = (next: readonly string[], without = hiddenNames): void => choose({ order: [...next, ...without], hidden: without });
  // A moved card keeps the focus.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted.current)}"] button`)?.focus();
    wanted.current = undefined;
  });
  const moveBy = ({ name, title }: HomeCard, step: number): void => {
    const to = Math.min(Math.max(order.indexOf(name) + step, 0), order.length - 1);
    wanted.current = name;
    keep(moveTo(order, name, order[to] ?? name));
    setSaid(`“${title}”在第 ${to + 1} 位，共 ${order.length} 位`);
  };
  const hide = ({ name, title }: HomeCard): void => {
    const at = order.indexOf(name);
    wanted.current = order[at + 1] ?? order[at - 1];
    keep(
      order.filter((one) => one !== name),
      [...hiddenNames, name],
    );
    setSaid(`“${title}”已隐藏`);
  };
  const show = ({ name, title }: HomeCard): void => {
    wanted.current = name;
    keep(
      [...order, name],
      hiddenNames.filter((one) => one !== name),
    );
    setSaid(`“${title}”已放回首页`);
  };
  return { order, keep, moveBy, hide, show, said, list };
}
