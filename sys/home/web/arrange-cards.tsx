import { EllipsisOutlined, HolderOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons-svg';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { followPointer } from '@back-office/web/platform/ui/follow-pointer.ts';
import { Glyph } from '@back-office/web/platform/ui/glyph.tsx';
import { MenuButton } from '@back-office/web/platform/menus/menu-button.tsx';
import { useShortcut } from '@back-office/web/platform/keyboard/shortcuts.ts';
import type { HomeCard } from '@back-office/web/shell/routing/shell-feature.ts';
import { moveTo } from './move-card.ts';
import type { ArrangementStep } from './use-arrangement.ts';
import { useMoves } from './use-moves.ts';
import './arrange-cards.css';

interface Props {
  shown: readonly HomeCard[];
  hidden: readonly HomeCard[];
  /** Without a step, restores the declared arrangement. */
  change: (step?: ArrangementStep) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** 编辑首页: cards are dragged, moved by arrow keys or by their menu, hidden and restored; each change is saved at once. */
export function ArrangeCards({ shown, hidden, change }: Props) {
  const [dragged, setDragged] = useState<string>();
  const { order, place, moveBy, hide, show, said, list } = useMoves(shown, change);
  useShortcut({ keys: ['← ↑ ↓ →'], title: '移动卡片', where: '编辑首页' });
  const drag = (event: PointerEvent, name: string): void => {
    if (event.button !== 0 || !startsDrag(event)) return;
    let now: readonly string[] = order;
    let isDropped = false;
    setDragged(name);
    followPointer({
      move: ({ clientX, clientY }) => {
        const target = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-card]');
        const over = target?.dataset['card'];
        if (over === undefined || over === name) return;
        now = moveTo(now, name, over);
        place(name, now);
        // Keeps the neighbours in view.
        for (const beside of [target?.previousElementSibling, target?.nextElementSibling]) beside?.scrollIntoView({ block: 'nearest' });
      },
      drop: () => (isDropped = true),
      end: () => {
        if (!isDropped && now !== order) place(name, order);
        setDragged(undefined);
      },
    });
  };
  return (
    <div className="arrange">
      <div className="arrange-line">
        <p>拖动卡片，或用方向键、菜单调整顺序；改动随时保存，换一台电脑也一样。</p>
        <button type="button" className="link-button" onClick={() => change()}>
          <Glyph of={UndoOutlined} /> 恢复默认
        </button>
      </div>
      <ul ref={list} className="home-cards" aria-label="首页的卡片">
        {shown.map((card) => (
          <li
            key={card.name}
            className="home-card arrange-card"
            data-card={card.name}
            data-width={card.width ?? 'full'}
            data-dragged={dragged === card.name}
            onPointerDown={(event) => drag(event, card.name)}
          >
            <CardHandle card={card} moveBy={(step) => moveBy(card, step)} />
            <span className="arrange-title">{card.title}</span>
            <CardMenu
              card={card}
              place={order.indexOf(card.name)}
              last={order.length - 1}
              moveBy={(step) => moveBy(card, step)}
              hide={() => hide(card)}
            />
          </li>
        ))}
      </ul>
      {hidden.length > 0 && <HiddenCards cards={hidden} show={show} />}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

/** A mouse drags a card anywhere but at its menu; touch drags it at its handle, and scrolls the page elsewhere. */
function startsDrag({ target, pointerType }: PointerEvent): boolean {
  const button = target instanceof Element ? target.closest('button') : null;
  return button === null ? pointerType === 'mouse' : button.matches('.arrange-handle');
}

const HiddenCards = ({ cards, show }: { cards: readonly HomeCard[]; show: (card: HomeCard) => void }) => (
  <section aria-label="已隐藏的卡片" className="arrange-hidden">
    <h2>已隐藏</h2>
    {cards.map((card) => (
      <button key={card.name} type="button" aria-label={`放回“${card.title}”`} onClick={() => show(card)}>
        <Glyph of={PlusOutlined} />
        {card.title}
      </button>
    ))}
  </section>
);

/** The handle of a card: dragged by the pointer, or moved by the arrow keys. */
const CardHandle = ({ card: { title }, moveBy }: { card: HomeCard; moveBy: (step: number) => void }) => (
  <button
    type="button"
    className="bar-button arrange-handle"
    aria-label={`移动“${title}”`}
    title="拖动，或按方向键移动"
    aria-keyshortcuts="ArrowUp ArrowDown"
    onKeyDown={(event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      moveBy(step);
    }}
  >
    <Glyph of={HolderOutlined} />
  </button>
);

interface CardMenuProps {
  card: HomeCard;
  place: number;
  last: number;
  moveBy: (step: number) => void;
  hide: () => void;
}

const CardMenu = ({ card: { title }, place, last, moveBy, hide }: CardMenuProps) => (
  <MenuButton
    label={`“${title}”的操作`}
    actions={[
      { key: 'up', label: '上移', disabled: place === 0, onClick: () => moveBy(-1) },
      { key: 'down', label: '下移', disabled: place === last, onClick: () => moveBy(1) },
      { key: 'first', label: '移到最前', disabled: place === 0, onClick: () => moveBy(-place) },
      { key: 'hide', label: '隐藏', apart: true, onClick: hide },
    ]}
  >
    <Glyph of={EllipsisOutlined} />
  </MenuButton>
);
