import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dictOptions } from '../../crud/fields/dict-options.ts';
import { everyDict } from '../../crud/fields/use-dict.ts';
import { sessionStore } from '../../platform/session/session-store.ts';

/** Loads the dictionaries with the shell and stores them in the session under `options` (docs/spec.md 3). */
export function OptionsLoader() {
  const queries = useQueryClient();
  useEffect(() => {
    // Keeps them loaded for the pages that need them.
    const forget = new QueryObserver(queries, everyDict).subscribe(() => undefined);
    const storeOptions = (): void => {
      const data = queries.getQueryData<{ items: DictNode[] }>(everyDict.queryKey);
      if (data !== undefined) sessionStore.setOptions(Object.fromEntries(dictOptions(data.items)));
    };
    storeOptions();
    const stopStoring = queries.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey.join() === everyDict.queryKey.join() && query.state.fetchStatus === 'idle') storeOptions();
    });
    return () => {
      stopStoring();
      forget();
    };
  }, [queries]);
  return null;
}
