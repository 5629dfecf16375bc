import type { SearchAnswer } from '@back-office/contract/calls/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { matches } from '@back-office/web/crud/fields/matches.ts';
import { usePinyin } from '@back-office/web/crud/fields/use-pinyin.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useAllowed } from '@back-office/web/platform/session/use-allowed.ts';
import { useShellSlots } from '@back-office/web/shell/routing/shell-slots.tsx';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { commandGroup, menuGroup, recordGroup, type EntryGroup } from './search-entry.ts';
import { recentResults } from './recent-results.ts';

/** Milliseconds for which the fingers rest before the server is asked. */
const rest = 180;

/** What matches the typed text: menu entries and commands at once, records when the server has answered; what was opened last without a text. */
export function useSearch(routes: readonly RouteRecord[], typed: string): { groups: EntryGroup[]; busy: boolean; failed: boolean } {
  usePinyin();
  const text = typed.trim();
  const [asked, setAsked] = useState('');
  const [recent] = useState(recentResults.read);
  const { palette } = useShellSlots();
  const allowed = useAllowed();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), rest);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find', asked],
    queryFn: ({ signal }) => request<SearchAnswer>('/api/sys/search', { query: [['q', asked]], signal, quiet: true }),
    enabled: asked !== '',
    meta: { quiet: true },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  if (text === '') {
    const all = menuGroup(routes, () => true);
    const groups = [{ title: '最近打开', entries: recent, more: false }, all];
    return { groups: groups.filter(({ entries }) => entries.length > 0), busy: false, failed: false };
  }
  const records = asked === '' ? [] : (data?.groups ?? []).map((group) => recordGroup(routes, group));
  const fits = (title: string): boolean => matches(title, text);
  const groups = [menuGroup(routes, fits), commandGroup(palette.filter(allowed), fits), ...records].filter(
    ({ entries }) => entries.length > 0,
  );
  return { groups, busy: isFetching || asked !== text, failed: isError };
}
