import type { Option } from '@back-office/contract/calls/options.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readOptions } from './read-options.ts';

/** Maximum number of choices, both before anything is typed and in search results. */
const maxInitial = 1000;
const maxFound = 50;

interface Found {
  options: readonly Option[];
  /** Those of the last answer, which may be to what was typed before. */
  latest: readonly Option[];
  loading: boolean;
  /** Whether there are others, which more text would find. */
  more: boolean;
  error: Error | null;
}

/**
 * The records offered by a select: the first ones before anything is typed, then those that the server finds by name, pinyin
 * or initials. `active` is false until the select is opened; `shared` restricts the records (withinQuery).
 */
export function useFound(resource: Resource, typed: string, active: boolean, shared: [string, string][] = []): Found {
  const search = useSettled(typed.trim());
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    queryKey: [resource.name, 'options', 'found', search, ...shared],
    queryFn: ({ signal }) =>
      readOptions(
        resource.name,
        [
          ...shared,
          ...(search === '' ? [] : [['search', search] satisfies [string, string]]),
          ['limit', String(search === '' ? maxInitial : maxFound)],
        ],
        signal,
      ),
    enabled: active && (search !== '' || typed.trim() === ''),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const loading = isFetching || search !== typed.trim();
  // Enter and Tab would take the first of the former choices.
  const former = typed.trim() !== '' && (isPlaceholderData || search !== typed.trim());
  const latest = data?.items ?? [];
  return { options: former ? [] : latest, latest, loading, more: !former && (data?.total ?? 0) > latest.length, error };
}

/** Debounces the text by a quarter of a second, so that not every letter makes a call. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
