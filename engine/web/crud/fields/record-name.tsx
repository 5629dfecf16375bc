import type { Option } from '@back-office/contract/calls/options.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { useQuery, useQueryClient, type Query } from '@tanstack/react-query';
import { asText } from './as-text.ts';
import { theOffice } from '../../platform/office/open-office.ts';
import { request } from '../../platform/request/request.ts';
import { useMay } from '../../platform/session/use-may.ts';
import type { Values } from './field-kit.ts';
import { readOptions } from './read-options.ts';

/**
 * Shows a record's name where only its id is known, also to people who may not read the record but choose it in a form; says so where it
 * cannot be named.
 * @example
 * export const Owner = ({ id }: { id: string }) => <RecordName to="sys/user" id={id} />;
 */
export function RecordName({ to, id }: { to: string; id: string }) {
  const { label } = theOffice().resourceOf(to);
  const may = useMay(to);
  const queries = useQueryClient();
  const nameIn = (answer: PageAnswer<Option> | undefined): string | undefined => answer?.items.find((option) => option.id === id)?.label;
  // Somebody has just picked it; not what is out of date since a change.
  const picked = { queryKey: [to, 'options'], predicate: ({ state }: Query) => !state.isInvalidated };
  const found = () => queries.getQueriesData<PageAnswer<Option>>(picked).find(([, answer]) => nameIn(answer) !== undefined);
  const { data, isLoading } = useQuery({
    queryKey: [to, 'name', id],
    queryFn: async ({ signal }) => {
      const asChoice = async () => nameIn(await readOptions(to, [['id', id]], signal)) ?? null;
      if (!may('read')) return asChoice();
      const read = request<Values>(`/api/${to}/select/${encodeURIComponent(id)}`, { signal, quiet: true });
      return read.then((row) => asText(row[label]), asChoice);
    },
    initialData: () => nameIn(found()?.[1]),
    initialDataUpdatedAt: () => queries.getQueryState(found()?.[0] ?? [])?.dataUpdatedAt,
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  });
  return <>{isLoading ? '…' : (data ?? '无法显示名称')}</>;
}
