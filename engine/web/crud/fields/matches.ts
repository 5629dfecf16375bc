import { createStore } from '../../platform/store/create-store.ts';

type Match = (text: string, query: string) => boolean;

const byPinyin = createStore<Match | undefined>(undefined);
let loading: Promise<void> | undefined;

/** For what was drawn before the tables were here and must be drawn again: see usePinyin. */
export const pinyin = {
  ready: (): boolean => byPinyin.get() !== undefined,
  subscribe: byPinyin.subscribe,
};

/** Fetches the pinyin tables, 300 KB, at the first sign that somebody will search; until they are here text alone matches. */
export function loadPinyin(): Promise<void> {
  loading ??= import('pinyin-pro').then(
    ({ match }) => byPinyin.set((text, query) => match(text, query, { precision: 'start', continuous: true, v: true }) !== null),
    () => void (loading = undefined),
  );
  return loading;
}

/** True where the text holds the query as it stands, in any case, or its pinyin or their initials: 深圳市 by 深圳, shenzhen, sz. */
export function matches(text: string, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  if (text.toLowerCase().includes(wanted)) return true;
  if (!/^[a-z' ]+$/.test(wanted)) return false;
  void loadPinyin();
  return byPinyin.get()?.(text, wanted.replace(/[' ]/g, '')) ?? false;
}
