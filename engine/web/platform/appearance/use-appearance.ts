import { useSyncExternalStore } from 'react';
import { appearance, type Appearance } from './appearance.ts';

/** What the person chose; draws again when that changes. */
export const useAppearance = (): Appearance => useSyncExternalStore(appearance.subscribe, appearance.get);
