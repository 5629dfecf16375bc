import { useSyncExternalStore } from 'react';
import { appearance, type Appearance } from './appearance.ts';

/** The person's choice; re-renders when it changes. */
export const useAppearance = (): Appearance => useSyncExternalStore(appearance.subscribe, appearance.get);
