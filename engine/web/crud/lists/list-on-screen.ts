import { useEffect } from 'react';
import { createStore } from '../../platform/store/create-store.ts';
import type { List } from './use-list.ts';

/** The list that is on the screen; undefined on every other page. */
export const listOnScreen = createStore<List | undefined>(undefined);

/** Notes that this list is the one on the screen, for as long as it is. */
export function useOnScreen(list: List): void {
  useEffect(() => {
    listOnScreen.set(list);
    return () => listOnScreen.set(undefined);
  }, [list]);
}
