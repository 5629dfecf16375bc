import type { NoticeAnswer, NoticeCounts, NoticeList } from '../own-notices.ts';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@back-office/web/platform/request/request.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';

/** Filter of the user's notices. */
export type Only = 'all' | 'unread' | 'unconfirmed';

interface HowToRead {
  /** False disables the query. */
  wanted?: boolean;
  /** Fetched without the person having asked for it. */
  background?: boolean;
}

/** Query key of the user's own notices. */
export const noticesKey = ['sys/msg', 'list'] as const;

const pageOf = (only: Only, index: number, limit: number): [string, string][] => {
  const page: [string, string][] = [
    ['index', String(index)],
    ['limit', String(limit)],
  ];
  return only === 'all' ? page : [...page, ['only', only]];
};

/** A page of the user's own notices with the counts; refetched when the window gets the focus. */
export const noticesQueryOptions = (only: Only, index: number, limit: number, { wanted = true, background = false }: HowToRead = {}) => ({
  queryKey: [...noticesKey, only, index, limit],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request<NoticeList>('/api/sys/msg/list', { query: pageOf(only, index, limit), signal, quiet: true, background }),
  placeholderData: keepPreviousData,
  enabled: wanted,
  refetchOnWindowFocus: true,
  refetchInterval: retryUntilSuccess(),
});

interface Marks {
  marking: boolean;
  read: (id: string) => Promise<NoticeAnswer>;
  /** Marks it as read and confirmed at the version that was read: refused with 40900 if it was changed since. */
  confirm: (notice: NoticeAnswer) => Promise<NoticeAnswer>;
  /** Marks everything that this window knows of as read; notices that arrive meanwhile are unseen and stay unread. */
  markAll: () => Promise<NoticeCounts>;
}

/** Mutations that mark the user's notices; every list and count is refetched. */
export function useMarks(): Marks {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (path: string) => request<NoticeAnswer>(`/api/sys/msg/${path}`, { method: 'PUT' }),
    onSettled: () => queries.invalidateQueries({ queryKey: noticesKey }),
  });
  return {
    marking: isPending,
    read: (id) => mutateAsync(`read/${encodeURIComponent(id)}`),
    confirm: ({ id, version }) => mutateAsync(`confirm/${encodeURIComponent(id)}?version=${version}`),
    markAll: () => {
      const knownNotices = queries.getQueriesData<NoticeList>({ queryKey: noticesKey }).flatMap(([, list]) => list?.items ?? []);
      const until = knownNotices.map(({ publishTime }) => publishTime).reduce((one, other) => (one > other ? one : other), '');
      return mutateAsync(until === '' ? 'read/all' : `read/all?until=${encodeURIComponent(until)}`);
    },
  };
}
