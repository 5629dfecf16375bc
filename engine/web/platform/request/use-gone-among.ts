import { useEffect, useEffectEvent, useRef } from 'react';
import { goneAmong } from './gone-among.ts';

/** A reading: when it was answered, and whether what is shown is still the answer of the one before. */
interface Reading {
  dataUpdatedAt: number;
  isPlaceholderData: boolean;
}

/**
 * Whenever what `asked` for is read again, asks which of these rows are gone, and tells their ids. One asking goes on at a time, and none
 * once who asks is not on screen any more.
 */
export function useGoneAmong(
  resource: string,
  { dataUpdatedAt, isPlaceholderData }: Reading,
  asked: unknown,
  rows: readonly { id: string }[],
  onGone: (ids: readonly string[]) => void,
): void {
  const last = useRef(asked);
  const asking = useRef<AbortController>(undefined);
  const ask = useEffectEvent(async () => {
    if (isPlaceholderData) return;
    const again = last.current === asked;
    last.current = asked;
    if (!again || rows.length === 0) return;
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    const gone = await goneAmong(resource, rows, signal);
    if (gone.length > 0) onGone(gone);
  });
  useEffect(() => void ask(), [dataUpdatedAt]);
  useEffect(() => () => asking.current?.abort(), []);
}
