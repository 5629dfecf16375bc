import { searchedFields } from '@back-office/contract/resource/browsing.ts';
import { fieldOf } from '@back-office/contract/resource/resource.ts';
// Not the whole of antd's `Input`: this module is loaded with every list.
import Search from 'antd/es/input/Search';
import { useState } from 'react';
import { useKeepAlive } from '../../platform/tabs/use-keep-alive.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';
import type { List } from './use-list.ts';

/** Searches records by their identifying fields (`browse.find`), and by the pinyin of their name. On a phone only the first of these fits in the placeholder. */
export function SearchBox({ list: { resource, state, change } }: { list: List }) {
  const now = state.search;
  const [{ text, of }, setText] = useState({ text: now, of: now });
  // The address may change independently of the box, by browser Back or a saved view.
  if (of !== now) setText({ text: now, of: now });
  useKeepAlive(text.trim() !== now);
  const words = searchedFields(resource).map((name) => fieldOf(resource, name).label);
  const named = useWide('sm') || words.length === 1 ? words.join('、') : `${words[0]}等`;
  return (
    <Search
      className="crud-search"
      allowClear
      // Not labelled by the fields' names: a form over or beside the list has fields with those names.
      aria-label={`搜索${resource.title}`}
      placeholder={`搜索${named}`}
      value={text}
      onChange={(event) => setText({ text: event.target.value, of: now })}
      onSearch={(typed) => typed.trim() !== now && change({ search: typed.trim() })}
    />
  );
}
