import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
}

/** Turns to the last page if the one at `index` does not exist (any more): after its last item was removed, or in an old link. */
export function useExistingPage(
  { data, isPlaceholderData }: Pick<UseQueryResult<Page>, 'data' | 'isPlaceholderData'>,
  { index, limit }: { index: number; limit: number },
  turnTo: (index: number) => void,
): void {
  const turn = useEffectEvent(turnTo);
  useEffect(() => {
    // Placeholder data may be the answer of another page.
    if (data === undefined || isPlaceholderData || data.items.length > 0 || index === 0) return;
    turn(Math.max(0, Math.ceil(data.total / limit) - 1));
  }, [data, isPlaceholderData, index, limit]);
}
