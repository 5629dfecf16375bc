import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import { limits } from '@back-office/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../request/request.ts';
import { dictOptions, type DictOption } from './dict-options.ts';

const none: readonly DictOption[] = [];

/** The choices of one dictionary; all dictionaries are loaded once, by the first that asks. */
export function useDict(dict: string): { options: readonly DictOption[]; loading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['sys/dict', 'select-tree'],
    queryFn: ({ signal }) =>
      request<{ items: DictNode[] }>('/api/sys/dict/select-tree', {
        query: [
          ['index', '0'],
          ['limit', String(limits.dictLimit)],
        ],
        signal,
        quiet: true,
      }),
    select,
    staleTime: 5 * 60_000,
  });
  return { options: data?.get(dict) ?? none, loading: isLoading };
}

// Outside the hook, so that TanStack Query maps each answer once and not at every rendering.
const select = ({ items }: { items: DictNode[] }) => dictOptions(items);
