import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FieldValue, request } from 'back-office/web';
import { agreement } from '../agreement.ts';
import type { ListAmounts } from '../list-amounts.ts';

/** The totals of the agreements in the list; recalculated when its filters change or somebody saves an agreement. */
export function AmountsLine({ filters }: { filters: [string, string][] }) {
  const { data } = useQuery({
    queryKey: [agreement.name, 'amounts', filters],
    queryFn: ({ signal }) => request<ListAmounts>('/api/acme/agreement/amounts', { query: filters, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const value = (agreementAmount: number | undefined) => (
    <b>
      <FieldValue resource={agreement} name="agreementAmount" row={{ agreementAmount }} plain />
    </b>
  );
  return (
    <>
      <span>金额合计 {value(data?.amount)}</span>
      <span>其中生效 {value(data?.live)}</span>
    </>
  );
}
