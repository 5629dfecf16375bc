type Match = (text: string, query: string) => boolean;

let byPinyin: Match | undefined;
let loading: Promise<void> | undefined;

/** Fetches the pinyin tables, 300 KB, at the first sign that somebody will search; until they are here text alone matches. */
export function loadPinyin(): Promise<void> {
  loading ??= import('pinyin-pro').then(
    ({ match }) => void (byPinyin = (text, query) => match(text, query, { precision: 'start', continuous: true, v: true }) !== null),
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
