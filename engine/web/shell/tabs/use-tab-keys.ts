import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { keyOf } from '../../platform/tabs/tab-list.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { useTabs } from '../../platform/tabs/use-tabs.ts';
import type { TabActions } from './use-tab-actions.tsx';

/** Keys of the tab strip: arrow keys, Home and End move, Enter and Space open, Delete closes, Shift with an arrow key reorders. */
export function useTabKeys(strip: RefObject<HTMLElement | null>, { close }: TabActions): (event: KeyboardEvent) => void {
  const { tabs } = useTabs();
  const wanted = useRef<string>(undefined);
  const focus = (key: string | undefined): void => {
    const links = strip.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [];
    for (const link of links) if (link.dataset['key'] === key) link.focus();
  };
  // Moving or closing a tab loses its focus, which is set again on the tab that the person is at now.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    focus(wanted.current);
    wanted.current = undefined;
  });
  return (event) => {
    const link = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[role=tab]') : null;
    const key = link?.dataset['key'];
    const place = tabs.findIndex((tab) => keyOf(tab) === key);
    if (key === undefined || place < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const there = to === undefined ? undefined : tabs[Math.min(Math.max(to, 0), tabs.length - 1)];
    if (there !== undefined) {
      if (event.shiftKey) {
        wanted.current = key;
        tabsStore.move(key, keyOf(there));
      } else focus(keyOf(there));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const next = tabs[place + 1] ?? tabs[place - 1];
      wanted.current = next === undefined ? undefined : keyOf(next);
      close([key]);
    } else if (event.key === ' ') link?.click();
    else return;
    event.preventDefault();
  };
}
