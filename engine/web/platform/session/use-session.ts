import { useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import { sessionStore } from './session-store.ts';

/**
 * Who is signed in; draws again when that changes.
 * @example
 * export const Hello = () => <>{useSession().userName}，您好</>;
 */
export const useSession = (): Session => useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
