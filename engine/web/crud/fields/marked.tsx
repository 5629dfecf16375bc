import { createContext, useContext } from 'react';
import { matchedAt } from '../../platform/ui/matches.ts';
import { usePinyin } from '../../platform/ui/use-pinyin.ts';

/** The search text of a list, and the fields that it was searched in. */
export const SearchedContext = createContext<{ text: string; names: readonly string[] }>({ text: '', names: [] });

/** A text with the list's search text highlighted. */
export function Marked({ name, text }: { name: string; text: string }) {
  const searched = useContext(SearchedContext);
  usePinyin();
  const at = searched.text === '' || !searched.names.includes(name) ? undefined : matchedAt(text, searched.text);
  if (at === undefined) return text;
  const [from, to] = at;
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
