import { createStore } from '../store/create-store.ts';

/** The number of skeletons shown in place of visible pages. */
export const visibleSkeletons = createStore(0);
