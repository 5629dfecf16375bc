import { useCallback, useMemo, useRef, useState } from 'react';
import type { WorkerClient } from '../../../platform/sheet/worker-client.ts';
import type { ImportCalls } from './import-worker.ts';
import type { TableState } from './table-state.ts';

/** The names of the calls that change the table and answer with its new state. */
type Change = { [Name in keyof ImportCalls]: ReturnType<ImportCalls[Name]> extends TableState ? Name : never }[keyof ImportCalls];

/** The page's handle on an import's table, whose rows stay in the worker. */
export interface Table {
  client: WorkerClient<ImportCalls>;
  state: TableState;
  /** Changes the table; resolves when done. */
  change: <Name extends Change>(name: Name, argument: Parameters<ImportCalls[Name]>[0]) => Promise<void>;
}

/** Mirrors the state of the table in the worker, starting with `first`. */
export function useTable(client: WorkerClient<ImportCalls>, first: TableState): Table {
  const [state, setState] = useState(first);
  const newest = useRef(first.revision);
  const change = useCallback<Table['change']>(
    async (name, argument) => {
      const next = (await client.ask(name, argument as never)) as TableState;
      // Answers may arrive out of order: an older state never replaces a newer one.
      if (next.revision < newest.current) return;
      newest.current = next.revision;
      setState(next);
    },
    [client],
  );
  return useMemo(() => ({ client, state, change }), [client, state, change]);
}
