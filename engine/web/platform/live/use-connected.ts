import { useDeferredStore } from '../store/use-deferred-store.ts';
import { liveStore } from './live-store.ts';

/** Whether the server can notify this page of changes now; while it cannot, a page has to poll. */
export const useConnected = (): boolean => useDeferredStore(liveStore.subscribe, isConnected);

const isConnected = (): boolean => liveStore.get() === 'connected';
