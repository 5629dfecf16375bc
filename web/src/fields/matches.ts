type Match = (text: string, query: string) => boolean;

let byPinyin: Match | undefined;
let loading: Promise<void> | undefined;
const waiting = new Set<() => void>();

/** For what was drawn before the tables were here and must be drawn again: see usePinyin. */
export const pinyin = {
  ready: (): boolean => byPinyin !== undefined,
  subscribe: (listener: () => void): (() => void) => {
    waiting.add(listener);
    return () => void waiting.delete(listener);
  },
};

/** Fetches the pinyin tables, 300 KB, at the first sign that somebody will search; until they are here text alone matches. */
export function loadPinyin(): Promise<void> {
  loading ??= import('pinyin-pro').then(
    ({ match }) => {
      byPinyin = (text, query) => match(text, query, { precision: 'start', continuous: true, v: true }) !== null;
      for (const listener of waiting) listener();
    },
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
  return byPinyin?.(text, wanted.replace(/[' ]/g, '')) ?? false;
}
