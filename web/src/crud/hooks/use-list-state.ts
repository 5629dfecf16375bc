import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readListState, writeListState, type ListState } from '../list-state.ts';

/** A list's state, kept in the address. A change of anything but the page itself goes back to the first page. */
export function useListState(resource: Resource): [ListState, (change: Partial<ListState>) => void] {
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => readListState(resource, search), [resource, search]);
  const change = useCallback(
    (next: Partial<ListState>) =>
      setSearch((now) => writeListState({ ...readListState(resource, now), index: 0, ...next }, now)),
    [resource, setSearch],
  );
  return [state, change];
}
