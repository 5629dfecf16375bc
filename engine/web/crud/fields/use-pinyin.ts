import { useSyncExternalStore } from 'react';
import { pinyin } from './matches.ts';

/** Whether `matches` knows pinyin yet; draws again once it does, so that what was typed before is searched again. */
export const usePinyin = (): boolean => useSyncExternalStore(pinyin.subscribe, pinyin.ready);
