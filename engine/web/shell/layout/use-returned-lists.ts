import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveStore } from '../../platform/live/live-store.ts';
import { isListed } from './is-listed.ts';

/** Many clients reconnect at the same moment: each refetches at a random time within this many milliseconds. */
const maxDelayMs = 2_000;

/** Refetches the visible lists after a reconnect, because changes during the outage were not announced. */
export function useReturnedLists(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let lost = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = (): void => void queries.invalidateQueries({ predicate: ({ queryKey }) => isListed(queryKey) });
    const look = (): void => {
      const { state, lostAt } = liveStore.line();
      if (lost && state === 'connected') timer = setTimeout(renew, Math.random() * maxDelayMs);
      lost = lostAt !== undefined;
    };
    const forget = liveStore.subscribe(look);
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [queries]);
}
