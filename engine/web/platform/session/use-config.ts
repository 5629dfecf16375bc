import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { useSyncExternalStore } from 'react';
import { configStore } from './config-store.ts';

/**
 * The server's configuration, such as its title and upload limits; undefined until loaded.
 * @example
 * export const Signed = () => <small>{useConfig()?.title ?? ''}合同专用</small>;
 */
export const useConfig = (): ConfigAnswer | undefined => useSyncExternalStore(configStore.subscribe, configStore.get);
