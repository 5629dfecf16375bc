import { useRef, useState, type KeyboardEvent } from 'react';
import { moveMenuFocus } from '../../platform/keyboard/move-menu-focus.ts';
import type { MenuNode } from './menu-nodes.ts';
import { SideNode } from './side-node.tsx';
import { entries, type SideMenuState } from './side-menu-state.ts';
import { useEntryInView } from './use-entry-in-view.ts';
import './side-menu.css';

interface Props extends Pick<SideMenuState, 'collapsed' | 'selected'> {
  nodes: readonly MenuNode[];
  openKeys: readonly string[];
  onOpenChange: (openKeys: string[]) => void;
}

/** The nested menu of the sidebar: a single tab stop, arrow keys within, Enter or a click opens (WAI-ARIA's menu pattern). */
export function SideMenu({ nodes, collapsed, selected, openKeys, onOpenChange }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [last, setLast] = useState<string>();
  const isOpen = (key: string): boolean => !collapsed && openKeys.includes(key);
  const visible = (some: readonly MenuNode[]): string[] =>
    some.flatMap(({ key, children }) => [key, ...(isOpen(key) ? visible(children) : [])]);
  const keys = visible(nodes);
  useEntryInView(list, selected, keys.includes(selected));
  const stop = [last, selected].find((key) => key !== undefined && keys.includes(key)) ?? keys[0] ?? '';
  const state: SideMenuState = {
    collapsed,
    selected,
    stop,
    isOpen,
    onToggle: (key) => onOpenChange(openKeys.includes(key) ? openKeys.filter((other) => other !== key) : [...openKeys, key]),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.current !== null && !moveMenuFocus(event, list.current, entries)) openOrClose(event);
  };
  return (
    <ul
      ref={list}
      role="menu"
      aria-label="主菜单"
      className="side-menu"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setLast(target.dataset['entry'])}
    >
      {nodes.map((node) => (
        <SideNode key={node.key} node={node} state={state} />
      ))}
    </ul>
  );
}

/** The right arrow key opens a group, the left one closes it or moves to it. */
function openOrClose(event: KeyboardEvent): void {
  const at = event.target;
  if (!(at instanceof HTMLElement) || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
  const open = at.getAttribute('aria-expanded');
  event.preventDefault();
  if (open === (event.key === 'ArrowRight' ? 'false' : 'true')) at.click();
  else if (event.key === 'ArrowLeft') at.closest('[role=menu] [role=menu]')?.parentElement?.querySelector<HTMLElement>(entries)?.focus();
}
