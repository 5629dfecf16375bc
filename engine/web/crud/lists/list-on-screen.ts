import { useEffect } from 'react';
import { createStore } from '../../platform/store/create-store.ts';
import type { List } from './use-list.ts';

/** The currently visible list; undefined on other pages. */
export const listOnScreen = createStore<List | undefined>(undefined);

/** Registers this list as the visible one while it is mounted. */
export function useOnScreen(list: List): void {
  useEffect(() => {
    listOnScreen.set(list);
    return () => listOnScreen.set(undefined);
  }, [list]);
}
