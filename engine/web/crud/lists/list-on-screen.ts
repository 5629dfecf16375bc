import { useEffect } from 'react';
import { createStore } from '../../platform/store/create-store.ts';
import type { List } from './use-list.ts';

/** The list that is on the screen; undefined on every other page. */
export const listOnScreen = createStore<List | undefined>(undefined);

/** Registers this list as the one on the screen while it is mounted. */
export function useOnScreen(list: List): void {
  useEffect(() => {
    listOnScreen.set(list);
    return () => listOnScreen.set(undefined);
  }, [list]);
}
