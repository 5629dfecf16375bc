import { DownOutlined } from '@ant-design/icons-svg';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Glyph } from '../../platform/ui/glyph.tsx';
import { Popup } from '../../platform/menus/popup.tsx';
import { moveMenuFocus } from '../../platform/keyboard/move-menu-focus.ts';
import { MenuIcon } from './menu-icon.tsx';
import type { MenuNode } from './menu-nodes.ts';
import { SideLink } from './side-link.tsx';
import { entries, type SideMenuState } from './side-menu-state.ts';

/** A menu group or entry. */
export const SideNode = ({ node, state }: { node: MenuNode; state: SideMenuState }) =>
  node.children.length > 0 ? <SideGroup node={node} state={state} /> : <SideLink node={node} state={state} />;

interface Props {
  node: MenuNode;
  state: SideMenuState;
}

/** Expands below itself; flies out beside the collapsed sidebar, and below the top menu. */
function SideGroup({ node, state }: Props) {
  const { key, title, icon, children } = node;
  const [flyout, setFlyout] = useState<{ from: HTMLElement; pressed: boolean }>();
  const leaving = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const { onTurn } = state;
  const flies = state.collapsed || onTurn !== undefined;
  const open = flies ? flyout !== undefined : state.isOpen(key);
  const fold = (focus: boolean): void => {
    setFlyout(undefined);
    if (focus) flyout?.from.querySelector('button')?.focus();
  };
  const hover = {
    onPointerEnter: ({ pointerType, currentTarget: from }: PointerEvent<HTMLElement>) => {
      clearTimeout(leaving.current);
      if (pointerType === 'mouse') setFlyout((now) => now ?? { from, pressed: false });
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') leaving.current = window.setTimeout(() => setFlyout(undefined), 200);
    },
  };
  const hasSelected = (nodes: readonly MenuNode[]): boolean => nodes.some((one) => one.key === state.selected || hasSelected(one.children));
  return (
    <li role="none" {...(flies ? hover : {})}>
      <button
        type="button"
        role="menuitem"
        className="side-entry"
        data-entry={key}
        data-within={hasSelected(children)}
        tabIndex={state.stop === key ? 0 : -1}
        aria-haspopup="true"
        aria-expanded={open}
        aria-label={title}
        onClick={({ currentTarget: { parentElement } }) => {
          if (!flies) state.onToggle(key);
          else if (parentElement !== null) setFlyout({ from: parentElement, pressed: true });
        }}
      >
        <MenuIcon name={icon} />
        <span className="side-title">{title}</span>
        <Glyph of={DownOutlined} className="side-arrow" />
      </button>
      {open && !flies && <SideList title={title} nodes={children} state={state} />}
      {flies && flyout !== undefined && (
        <Popup place={onTurn === undefined ? { beside: flyout.from } : { under: flyout.from }} onClose={fold}>
          <Flyout
            title={title}
            nodes={children}
            state={state}
            focus={flyout.pressed}
            onFold={fold}
            onTurn={onTurn && ((step) => onTurn(flyout.from, step))}
          />
        </Popup>
      )}
    </li>
  );
}

function SideList({ title, nodes, state }: { title: string; nodes: readonly MenuNode[]; state: SideMenuState }) {
  return (
    <ul role="menu" aria-label={title}>
      {nodes.map((node) => (
        <SideNode key={node.key} node={node} state={state} />
      ))}
    </ul>
  );
}

interface FlyoutProps {
  title: string;
  nodes: readonly MenuNode[];
  state: SideMenuState;
  /** Whether it was opened by a click: then the focus moves into it. */
  focus: boolean;
  onFold: (focus: boolean) => void;
  onTurn?: ((step: 1 | -1) => void) | undefined;
}

/** The content of a flyout group, fully expanded. */
function Flyout({ title, nodes, state, focus, onFold, onTurn }: FlyoutProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.querySelector<HTMLElement>(entries)?.focus();
  }, [focus]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (box.current === null || moveMenuFocus(event, box.current, entries)) return;
    // React would bubble keys to the surrounding menu; Escape is left to the popup.
    if (event.key !== 'Escape') event.stopPropagation();
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 ? event.key === 'Tab' : step === -1 || onTurn !== undefined) onFold(true);
    if (step !== 0) onTurn?.(step);
  };
  const whole: SideMenuState = { ...state, collapsed: false, onTurn: undefined, isOpen: () => true, onToggle: () => undefined };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- handles events of its links
    <div ref={box} className="side-menu side-flyout" onKeyDown={onKeyDown} onClick={() => onFold(false)}>
      <SideList title={title} nodes={nodes} state={whole} />
    </div>
  );
}
