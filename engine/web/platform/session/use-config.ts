import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { useSyncExternalStore } from 'react';
import { configStore } from './config-store.ts';

/**
 * What the server says about itself, such as its title and what may be uploaded; undefined until it has answered.
 * @example
 * export const Signed = () => <small>{useConfig()?.title ?? ''}合同专用</small>;
 */
export const useConfig = (): ConfigAnswer | undefined => useSyncExternalStore(configStore.subscribe, configStore.get);
