import { useQuery } from '@tanstack/react-query';
import { Flex } from 'antd';
import { ChartCard, LoadFailed, request, useMay } from 'back-office/web';
import { Link } from 'react-router';
import { agreement } from '../agreement.ts';
import type { MonthAmount } from '../month-amount.ts';
import { RecordTable } from './record-table.tsx';
import { useRows } from './use-rows.ts';

/** Amounts agreed per month: a chart, the same figures as a table, and below them the largest agreements for people who may read them. */
export function MonthsPage() {
  const may = useMay(agreement.name);
  const { data, error, refetch } = useQuery({
    queryKey: ['acme/agreement', 'months'],
    queryFn: ({ signal }) => request<MonthAmount[]>('/api/acme/months/amounts', { signal, quiet: true }),
  });
  if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Flex vertical gap={16}>
      <ChartCard data={chartOf(data ?? [])} waiting={data === undefined} />
      {may('read') && <LargestCard />}
    </Flex>
  );
}

const chartOf = (months: readonly MonthAmount[]) => ({
  title: '近12个月合同金额（元）',
  kind: 'bar' as const,
  axis: '月份',
  words: months.map(({ month }) => month),
  rows: [{ label: '金额', values: months.map(({ amount }) => amount) }],
});

function LargestCard() {
  const rows = useRows(agreement.name, 'ge=agreementAmount:0&sort=agreementAmount:desc&limit=5');
  return (
    <section className="page-card" aria-label="金额最大的合同">
      <h2>金额最大的合同</h2>
      <RecordTable
        resource={agreement}
        names={['agreementName', 'acmePartyId', 'agreementAmount', 'agreementState']}
        rows={rows}
        last={(row) => <Link to={`/acme/agreement/view/${row.id}`}>查看</Link>}
      />
    </section>
  );
}
