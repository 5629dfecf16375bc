import { useSyncExternalStore } from 'react';
import { liveStore } from './live-store.ts';

/** Whether the server can tell this page of changes now; while it cannot, a page has to ask. */
export const useConnected = (): boolean => useSyncExternalStore(liveStore.subscribe, () => liveStore.get() === 'connected');
