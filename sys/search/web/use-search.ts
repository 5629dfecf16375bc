import type { SearchAnswer } from '@back-office/contract/calls/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { matches } from '@back-office/web/platform/ui/matches.ts';
import { usePinyin } from '@back-office/web/platform/ui/use-pinyin.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { commandEntry, commandGroup, doneWith, menuGroup, namedCommand, recordGroup, type EntryGroup } from './search-entry.ts';
import { useCommands } from './use-commands.ts';
import { recentResults } from './recent-results.ts';

/** Debounce before the server is queried, in milliseconds. */
const debounceMs = 180;

/** Matches of the typed text: menu entries and commands at once, records when the server has answered; without a text, recently used entries. */
export function useSearch(routes: readonly RouteRecord[], typed: string): { groups: EntryGroup[]; busy: boolean; failed: boolean } {
  usePinyin();
  const text = typed.trim();
  const [searched, setSearched] = useState('');
  const [recent] = useState(recentResults.read);
  const { commands, forRecords } = useCommands(routes);
  const named = namedCommand(forRecords, `${typed.trimStart()} `);
  const searchText = named === undefined ? text : named.name;
  useEffect(() => {
    const timer = setTimeout(() => setSearched(searchText), debounceMs);
    return () => clearTimeout(timer);
  }, [searchText]);
  const { data, isFetching, isPlaceholderData, isError } = useQuery({
    queryKey: ['find', searched],
    queryFn: ({ signal }) => request<SearchAnswer>('/api/sys/search', { query: [['q', searched]], signal, quiet: true }),
    enabled: searched !== '',
    meta: { quiet: true },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const filled = (groups: EntryGroup[]): EntryGroup[] => groups.filter(({ entries }) => entries.length > 0);
  if (text === '') {
    const entries = recent.flatMap((one) =>
      'command' in one ? commands.filter(({ name }) => name === one.command).map(commandEntry) : [one],
    );
    const all = [menuGroup(routes, () => true), commandGroup(commands, forRecords, () => true)];
    return { groups: filled([{ title: '最近使用', entries, more: false }, ...all]), busy: false, failed: false };
  }
  const found = searched === '' ? [] : (data?.groups ?? []);
  const busy = isFetching || searched !== searchText;
  // People found by an earlier text must not be offered for a command.
  if (named !== undefined && named.name !== '')
    return { groups: filled(doneWith(named.command, busy ? [] : found)), busy, failed: isError };
  const fits = (title: string): boolean => matches(title, text);
  // Found by the former text.
  const former = isPlaceholderData || searched !== searchText;
  const records = found.map((group) => ({ ...recordGroup(routes, group), former }));
  return { groups: filled([menuGroup(routes, fits), commandGroup(commands, forRecords, fits), ...records]), busy, failed: isError };
}
