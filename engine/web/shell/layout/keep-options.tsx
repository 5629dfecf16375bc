import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dictOptions } from '../../crud/fields/dict-options.ts';
import { useDict } from '../../crud/fields/use-dict.ts';
import { sessionStore } from '../../platform/session/session-store.ts';

const dictTree = ['sys/dict', 'select-tree'];

/** Loads the dictionaries with the shell and keeps them in the session under `options` (docs/spec.md 3). */
export function KeepOptions() {
  const queries = useQueryClient();
  // Asks for any one of them: all come together, and pages that need them find them loaded.
  useDict('');
  useEffect(() => {
    const keep = (): void => {
      const data = queries.getQueryData<{ items: DictNode[] }>(dictTree);
      if (data !== undefined) sessionStore.setOptions(Object.fromEntries(dictOptions(data.items)));
    };
    keep();
    return queries.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey.join() === dictTree.join() && query.state.fetchStatus === 'idle') keep();
    });
  }, [queries]);
  return null;
}
