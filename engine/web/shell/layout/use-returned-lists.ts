import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveStore } from '../../platform/live/live-store.ts';

/** Many come back at the same moment: each reads again within this time, in milliseconds. */
const within = 2_000;

/** Lists and trees, which are read as pages and by parents; a form that is open keeps what it began with. */
const listed: readonly unknown[] = ['page', 'children'];

/** Reads the lists that are shown again when the connection is there again: of what happened meanwhile nobody told. */
export function useReturnedLists(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let lost = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = (): void => void queries.invalidateQueries({ predicate: ({ queryKey }) => listed.includes(queryKey[1]) });
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
