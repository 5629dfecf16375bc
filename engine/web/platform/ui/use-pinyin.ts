import { useSyncExternalStore } from 'react';
import { pinyin } from './matches.ts';

/** Whether `matches` has the pinyin tables; re-renders once it does, so that text typed before is searched again. */
export const usePinyin = (): boolean => useSyncExternalStore(pinyin.subscribe, pinyin.ready);
