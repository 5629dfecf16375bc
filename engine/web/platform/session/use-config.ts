import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { useSyncExternalStore } from 'react';
import { configStore } from './config-store.ts';

/** What the server says about itself; undefined until it has answered. */
export const useConfig = (): ConfigAnswer | undefined => useSyncExternalStore(configStore.subscribe, configStore.get);
