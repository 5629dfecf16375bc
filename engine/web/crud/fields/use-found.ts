import type { Option } from '@back-office/contract/calls/options.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readOptions } from './read-options.ts';

/** What is offered before anything is typed, and of what is found. */
const offered = 1000;
const shown = 50;

interface Found {
  options: readonly Option[];
  loading: boolean;
  error: Error | null;
}

/**
 * Records for choosing one: before anything is typed those that come first, then those that the server finds by their
 * name, its pinyin or initials. `active` is false until somebody opens the choice; `shared` narrows it (withinQuery).
 */
export function useFound(resource: Resource, typed: string, active: boolean, shared: [string, string][] = []): Found {
  const search = useSettled(typed.trim());
  const { data, isFetching, error } = useQuery({
    queryKey: [resource.name, 'options', 'found', search, ...shared],
    queryFn: ({ signal }) =>
      readOptions(
        resource.name,
        [
          ...shared,
          ...(search === '' ? [] : [['search', search] satisfies [string, string]]),
          ['limit', String(search === '' ? offered : shown)],
        ],
        signal,
      ),
    enabled: active && (search !== '' || typed.trim() === ''),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return { options: data?.items ?? [], loading: isFetching || search !== typed.trim(), error };
}

/** The text once nobody has typed for a quarter of a second, so that not every letter makes a call. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
