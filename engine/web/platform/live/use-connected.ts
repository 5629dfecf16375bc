import { useSyncExternalStore } from 'react';
import { liveStore } from './live-store.ts';

/** Whether the server can notify this page of changes now; while it cannot, a page has to poll. */
export const useConnected = (): boolean => useSyncExternalStore(liveStore.subscribe, () => liveStore.get() === 'connected');
