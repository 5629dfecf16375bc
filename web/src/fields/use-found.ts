import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asText } from './as-text.ts';
import { matches } from './matches.ts';
import { readPage } from './read-page.ts';

/** Up to so many records are fetched whole and searched here, by pinyin too; of more, the server finds those that hold the text. */
const few = 1000;
const shown = 50;

/**
 * Records whose name matches what was typed, for choosing one; `active` is false until somebody opens the choice.
 */
export function useFound(resource: Resource, typed: string, active: boolean): { rows: readonly AnyRow[]; loading: boolean } {
  const query = useSettled(typed.trim());
  const all = useQuery({
    queryKey: [resource.name, 'choices'],
    queryFn: ({ signal }) => readPage(resource.name, [['sort', resource.sort], ['limit', String(few)]], signal),
    enabled: active,
    staleTime: 60_000,
  });
  const complete = all.data !== undefined && all.data.total <= all.data.items.length;
  const found = useQuery({
    queryKey: [resource.name, 'choices', query],
    queryFn: ({ signal }) => readPage(resource.name, [['like', `${resource.label}:${query}`], ['limit', String(shown)]], signal),
    enabled: active && all.data !== undefined && !complete && query !== '',
    placeholderData: keepPreviousData,
  });
  const loading = all.isLoading || found.isFetching;
  if (!complete && query !== '') return { rows: found.data?.items ?? [], loading };
  const here = all.data?.items ?? [];
  return { rows: typed.trim() === '' ? here : here.filter((row) => matches(asText(row[resource.label]), typed)), loading };
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
