import type { Option } from '@back-office/contract/calls/options.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { matches } from './matches.ts';
import { readOptions } from './read-options.ts';
import { usePinyin } from './use-pinyin.ts';

/** Up to so many records are fetched whole and searched here, by pinyin too; of more, the server finds those that hold the text. */
const few = 1000;
const shown = 50;

interface Found {
  options: readonly Option[];
  loading: boolean;
  error: Error | null;
}

/**
 * Records whose name matches what was typed, for choosing one; `active` is false until somebody opens the choice.
 */
export function useFound(resource: Resource, typed: string, active: boolean): Found {
  usePinyin();
  const query = useSettled(typed.trim());
  const all = useQuery({
    queryKey: [resource.name, 'options', 'all'],
    queryFn: ({ signal }) => readOptions(resource.name, [['limit', String(few)]], signal),
    enabled: active,
    staleTime: 60_000,
  });
  const complete = all.data !== undefined && all.data.total <= all.data.items.length;
  const found = useQuery({
    queryKey: [resource.name, 'options', 'found', query],
    queryFn: ({ signal }) => readOptions(resource.name, [['search', query], ['limit', String(shown)]], signal),
    enabled: active && all.data !== undefined && !complete && query !== '',
    placeholderData: keepPreviousData,
  });
  const loading = all.isLoading || found.isFetching;
  const error = all.error ?? found.error;
  if (!complete && query !== '') return { options: found.data?.items ?? [], loading, error };
  const here = all.data?.items ?? [];
  return { options: typed.trim() === '' ? here : here.filter(({ label }) => matches(label, typed)), loading, error };
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
