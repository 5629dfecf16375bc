import { ReloadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Result, Skeleton } from 'antd';
import { request } from '@back-office/web/platform/request/request.ts';
import type { Proposal } from '../proposal.ts';
import { ProposalCard } from './proposal-card.tsx';
import './proposals-page.css';

const proposalsKey = ['proposals'];

/** 助手建议: what assistants propose to change, each to be put into its form and checked there, or removed. */
export function ProposalsPage() {
  const queries = useQueryClient();
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: proposalsKey,
    queryFn: ({ signal }) => request<Proposal[]>('/api/sys/proposal/select-own', { signal, quiet: true }),
  });
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: proposalsKey });
  if (isError && data === undefined) {
    const retry = (
      <Button type="primary" onClick={() => void refetch()}>
        重试
      </Button>
    );
    return (
      <section className="page-card">
        <Result status="warning" title="建议加载失败" subTitle={error.message} extra={retry} />
      </section>
    );
  }
  return (
    <section className="page-card">
      <header className="proposals-head">
        <div>
          <h2>助手建议</h2>
          <p>助手不能修改数据。采用的建议会填入表单，由您核对后保存；一个月没有处理的会自动移除。</p>
        </div>
        <Button icon={<ReloadOutlined aria-hidden spin={isFetching} />} onClick={() => void refetch()}>
          刷新
        </Button>
      </header>
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
