import { createStore } from '../../platform/store/create-store.ts';

/** Which characters of the text are spelt so, or null. */
type Match = (text: string, query: string) => number[] | null;

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
    ({ match }) => byPinyin.set((text, query) => match(text, query, { precision: 'start', continuous: true, v: true })),
    () => void (loading = undefined),
  );
  return loading;
}

/** True where the text holds the query as it stands, in any case, or its pinyin or their initials: 深圳市 by 深圳, shenzhen, sz. */
export const matches = (text: string, query: string): boolean => matchedAt(text, query) !== undefined;

/** From where to where the text holds the query, or is spelt so; undefined where it does not. */
export function matchedAt(text: string, query: string): [from: number, to: number] | undefined {
  const wanted = query.trim().toLowerCase();
  const at = text.toLowerCase().indexOf(wanted);
  if (at >= 0) return [at, at + wanted.length];
  if (!/^[a-z' ]+$/.test(wanted)) return undefined;
  void loadPinyin();
  const found = byPinyin.get()?.(text, wanted.replace(/[' ]/g, ''));
  return found === undefined || found === null ? undefined : [Math.min(...found), Math.max(...found) + 1];
}
