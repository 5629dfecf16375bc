import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useAppearance } from '../../platform/appearance/use-appearance.ts';
import { moveMenuFocus } from '../../platform/keyboard/move-menu-focus.ts';
import { countFitting } from './count-fitting.ts';
import { type MenuNode, menuNodes } from './menu-nodes.ts';
import { SideNode } from './side-node.tsx';
import { entries, type SideMenuState } from './side-menu-state.ts';
import { useShownEntry } from './use-shown-entry.ts';
import './side-menu.css';
import './top-menu.css';

/** The menu as a bar below the top bar, if the person chose it; entries that do not fit are in 更多. */
export function TopMenu({ routes }: { routes: RouteRecord[] }) {
  const { selected } = useShownEntry(routes);
  const { size } = useAppearance();
  const nodes = menuNodes(routes);
  return (
    <nav className="top-menu" aria-label="主菜单">
      {/* With other titles or another text size, the widths are measured anew. */}
      <MenuBar key={`${size} ${nodes.map(({ title }) => title).join(' ')}`} nodes={nodes} selected={selected} />
    </nav>
  );
}

/** Width of 更多, with the gap before it. */
const moreWidth = 96;

/** A single tab stop: arrow keys move along the bar, and down into a group (WAI-ARIA's menubar pattern). */
function MenuBar({ nodes, selected }: { nodes: readonly MenuNode[]; selected: string }) {
  const list = useRef<HTMLUListElement>(null);
  const [fitCount, setFitCount] = useState(nodes.length);
  const [last, setLast] = useState<string>();
  useLayoutEffect(() => {
    const bar = list.current;
    if (bar === null) return undefined;
    const widths = [...bar.children].map((entry) => entry.getBoundingClientRect().width);
    const measure = (): void => setFitCount(countFitting(widths, bar.clientWidth, moreWidth));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(bar);
    return () => watch.disconnect();
  }, []);

  const rest = nodes.slice(fitCount);
  const more: MenuNode = { key: 'more', path: '', title: '更多', icon: undefined, target: undefined, children: rest };
  const shown = rest.length === 0 ? nodes : [...nodes.slice(0, fitCount), more];
  const isIn = ({ key, children }: MenuNode): boolean => key === selected || children.some(isIn);
  const stop = shown.find(({ key }) => key === last) ?? shown.find(isIn) ?? shown[0];
  const tops = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(`:scope > li > ${entries}`) ?? [])];
  const state: SideMenuState = {
    collapsed: false,
    selected,
    stop: stop?.key ?? '',
    isOpen: () => false,
    onToggle: () => undefined,
    onTurn: (from, step) => {
      const all = tops();
      const next = all[(all.findIndex((entry) => from.contains(entry)) + step + all.length) % all.length];
      next?.focus();
      if (next?.ariaHasPopup === 'true') next.click();
    },
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.current === null || moveMenuFocus(event, list.current, entries, 'across')) return;
    const at = event.target;
    if (event.key !== 'ArrowDown' || !(at instanceof HTMLElement) || at.ariaHasPopup !== 'true') return;
    event.preventDefault();
    if (at.ariaExpanded !== 'true') at.click();
  };
  return (
    <ul
      ref={list}
      role="menubar"
      aria-label="主菜单"
      className="side-menu"
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => {
        // React bubbles focus events from flyouts too, which are elsewhere in the document.
        if (currentTarget.contains(target)) setLast(target.dataset['entry']);
      }}
    >
      {shown.map((node) => (
        <SideNode key={node.key} node={node} state={state} />
      ))}
    </ul>
  );
}
