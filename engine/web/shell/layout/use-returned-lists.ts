import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveStore } from '../../platform/live/live-store.ts';
import { isListed } from './is-listed.ts';

/** Many come back at the same moment: each reads again within this time, in milliseconds. */
const within = 2_000;

/** Reads the lists that are shown again when the connection is there again: of what happened meanwhile nobody told. */
export function useReturnedLists(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let lost = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = (): void => void queries.invalidateQueries({ predicate: ({ queryKey }) => isListed(queryKey) });
    const look = (): void => {
      const { state, lostAt } = liveStore.line();
      if (lost && state === 'connected') timer = setTimeout(renew, Math.random() * within);
      lost = lostAt !== undefined;
    };
    const forget = liveStore.subscribe(look);
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [queries]);
}
