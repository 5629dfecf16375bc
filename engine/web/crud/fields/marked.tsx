import { createContext, useContext } from 'react';
import { matchedAt } from './matches.ts';
import { usePinyin } from './use-pinyin.ts';

/** What a list was searched for, and in which fields. */
export const SearchedContext = createContext<{ text: string; names: readonly string[] }>({ text: '', names: [] });

/** A text in which what the list was searched for is marked. */
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
