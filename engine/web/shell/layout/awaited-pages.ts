import { createStore } from '../../platform/store/create-store.ts';

/** How many skeletons stand in the place of pages that are seen. */
export const awaitedPages = createStore(0);
