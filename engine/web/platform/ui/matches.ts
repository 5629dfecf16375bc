import { createStore } from '../store/create-store.ts';

/** The positions of the characters whose pinyin matches the query, or null. */
type Match = (text: string, query: string) => number[] | null;

const byPinyin = createStore<Match | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Re-renders components that were rendered before the tables had loaded: see usePinyin. */
export const pinyin = {
  ready: (): boolean => byPinyin.get() !== undefined,
  subscribe: byPinyin.subscribe,
};

/** Downloads the pinyin tables, 300 KB, at the first sign of a search; until they arrive only plain text matches. */
export function loadPinyin(): Promise<void> {
  loading ??= import('pinyin-pro').then(
    ({ match }) => byPinyin.set((text, query) => match(text, query, { precision: 'start', continuous: true, v: true })),
    () => void (loading = undefined),
  );
  return loading;
}

/** Whether the text contains the query, ignoring case, or matches by pinyin or initials: 深圳市 by 深圳, shenzhen, sz. */
export const matches = (text: string, query: string): boolean => matchedAt(text, query) !== undefined;

/** The range of the text that matches the query, literally or by pinyin; undefined if there is none. */
export function matchedAt(text: string, query: string): [from: number, to: number] | undefined {
  const needle = query.trim().toLowerCase();
  const at = text.toLowerCase().indexOf(needle);
  if (at >= 0) return [at, at + needle.length];
  if (!/^[a-z' ]+$/.test(needle)) return undefined;
  void loadPinyin();
  const found = byPinyin.get()?.(text, needle.replace(/[' ]/g, ''));
  return found === undefined || found === null ? undefined : [Math.min(...found), Math.max(...found) + 1];
}
