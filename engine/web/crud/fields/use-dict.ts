import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import { limits } from '@back-office/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/request/request.ts';
import { dictOptions, type DictOption } from './dict-options.ts';

const none: readonly DictOption[] = [];

/** The query of all dictionaries, loaded once, on first use. */
export const everyDict = {
  queryKey: ['sys/dict', 'select-tree'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request<{ items: DictNode[] }>('/api/sys/dict/select-tree', {
      query: new URLSearchParams({ index: '0', limit: String(limits.dictLimit) }),
      signal,
      quiet: true,
    }),
  staleTime: 5 * 60_000,
};

/**
 * The choices of one dictionary.
 * @example
 * export const States = () => <>{useDict('acme_state').options.map(({ label }) => label).join('、')}</>;
 */
export function useDict(dict: string): { options: readonly DictOption[]; loading: boolean } {
  const { data, isLoading } = useQuery({ ...everyDict, select });
  return { options: data?.get(dict) ?? none, loading: isLoading };
}

// Outside the hook, so that TanStack Query runs it once per answer and not on every render.
const select = ({ items }: { items: DictNode[] }) => dictOptions(items);
