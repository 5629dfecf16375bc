import { useEffect, useEffectEvent, useRef } from 'react';
import { goneAmong } from './gone-among.ts';

/** The state of a query: when it was answered, and whether its data is still that of the previous query. */
interface Reading {
  dataUpdatedAt: number;
  isPlaceholderData: boolean;
}

/**
 * Whenever the query that `queryIdentity` identifies is refetched, checks which of these rows are gone, and reports their ids. Runs one check at
 * a time, and none after unmounting.
 */
export function useGoneAmong(
  resource: string,
  { dataUpdatedAt, isPlaceholderData }: Reading,
  queryIdentity: unknown,
  rows: readonly { id: string }[],
  onGone: (ids: readonly string[]) => void,
): void {
  const last = useRef(queryIdentity);
  const asking = useRef<AbortController>(undefined);
  const checkRows = useEffectEvent(async () => {
    if (isPlaceholderData) return;
    const isRefetch = last.current === queryIdentity;
    last.current = queryIdentity;
    if (!isRefetch || rows.length === 0) return;
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    const gone = await goneAmong(resource, rows, signal);
    if (gone.length > 0) onGone(gone);
  });
  useEffect(() => void checkRows(), [dataUpdatedAt]);
  useEffect(() => () => asking.current?.abort(), []);
}
