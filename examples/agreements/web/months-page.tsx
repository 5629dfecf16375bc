import { useQuery } from '@tanstack/react-query';
import { ChartCard, LoadFailed, request } from 'back-office/web';
import type { MonthAmount } from '../month-amount.ts';

/** What was agreed a month: a chart, and the same figures as a table. */
export function MonthsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['acme/agreement', 'months'],
    queryFn: ({ signal }) => request<MonthAmount[]>('/api/acme/months/amounts', { signal, quiet: true }),
  });
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return <ChartCard data={chartOf(data ?? [])} waiting={data === undefined} />;
}

const chartOf = (months: readonly MonthAmount[]) => ({
  title: '近12个月合同金额（元）',
  kind: 'bar' as const,
  axis: '月份',
  words: months.map(({ month }) => month),
  rows: [{ label: '金额', values: months.map(({ amount }) => amount) }],
});
