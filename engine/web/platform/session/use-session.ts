import { useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import { sessionStore } from './session-store.ts';

/**
 * The session of the signed-in person; re-renders when it changes.
 * @example
 * export const Hello = () => <>{useSession().userName}，您好</>;
 */
export const useSession = (): Session => useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
