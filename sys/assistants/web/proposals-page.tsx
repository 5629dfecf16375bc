import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { request } from '@back-office/web/platform/request/request.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { PageHead } from '../../shared/web/page-head.tsx';
import type { Proposal } from '../proposal.ts';
import { ProposalCard } from './proposal-card.tsx';
import './proposals-page.css';

const proposalsKey = ['proposals'];

/** 助手建议: changes that assistants propose, each of which can be put into its form for review, or removed. */
export function ProposalsPage() {
  const queries = useQueryClient();
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: proposalsKey,
    queryFn: ({ signal }) => request<Proposal[]>('/api/sys/proposal/select-own', { signal, quiet: true }),
  });
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: proposalsKey });
  if (isError && data === undefined)
    return (
      <section className="page-card">
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </section>
    );
  return (
    <section className="page-card">
      <PageHead
        title="助手建议"
        about="助手不能修改数据。采用的建议会填入表单，由您核对后保存；一个月没有处理的会自动移除。"
        isFetching={isFetching}
        onRefresh={() => void refetch()}
      />
      {data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : data.length === 0 ? (
        <Empty description="没有等待处理的建议" />
      ) : (
        <ul className="proposals">
          {data.map((proposal) => (
            <li key={proposal.id}>
              <ProposalCard proposal={proposal} changed={changed} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
