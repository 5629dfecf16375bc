import { useUnhurried } from '../store/use-unhurried.ts';
import { liveStore } from './live-store.ts';

/** Whether the server can notify this page of changes now; while it cannot, a page has to poll. */
export const useConnected = (): boolean => useUnhurried(liveStore.subscribe, isConnected);

const isConnected = (): boolean => liveStore.get() === 'connected';
