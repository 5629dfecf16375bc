import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Pagination, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useExistingPage } from '@back-office/web/platform/request/use-existing-page.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { NoticeLine } from './notice-line.tsx';
import { noticesQueryOptions, useMarks, type Only } from './use-notices.ts';
import { NoticeView } from './notice-view.tsx';
import './notices.css';

const pageSize = 10;

/** 我的消息: the notices that the person may read, newest first, beside the open one. */
export function MessagePage() {
  const [query, setQuery] = useSearchParams();
  const id = query.get('notice');
  const only = onlyIn(query.get('only'));
  // Clicking the open notice reads it again: the list may show it as unread, as its text has changed.
  const [pressed, setPressed] = useState(0);
  const show = (next: { notice?: string | null; only?: Only }): void =>
    setQuery(
      (before) => {
        const { notice = before.get('notice'), only: which = only } = next;
        return { ...(which === 'all' ? {} : { only: which }), ...(notice === null ? {} : { notice }) };
      },
      { replace: true },
    );
  const open = (notice: string): void => {
    setPressed((before) => before + 1);
    show({ notice });
  };
  return (
    <div className="message-page" data-open={id !== null}>
      <section className="page-card message-side" aria-label="消息列表">
        <Side id={id} only={only} open={open} choose={(which) => show({ only: which })} />
      </section>
      <section className="page-card message-view" aria-label="消息内容" aria-live="polite">
        {id === null ? (
          <Empty description="请选择一条消息" />
        ) : (
          <NoticeView key={`${id} ${pressed}`} id={id} close={() => show({ notice: null })} />
        )}
      </section>
    </div>
  );
}

/** The filter in the address; the home page links to unconfirmed notices. */
const onlyIn = (said: string | null): Only => (said === 'unread' || said === 'unconfirmed' ? said : 'all');

interface SideProps {
  id: string | null;
  only: Only;
  open: (id: string) => void;
  choose: (only: Only) => void;
}

function Side({ id, only, open, choose }: SideProps) {
  const [{ index, of }, setPage] = useState({ index: 0, of: only });
  // Links elsewhere choose a filter too.
  if (of !== only) setPage({ index: 0, of: only });
  const turnTo = (to: number): void => setPage({ index: to, of: only });
  const query = useQuery(noticesQueryOptions(only, index, pageSize));
  useExistingPage(query, { index, limit: pageSize }, turnTo);
  const { data, error, refetch } = query;
  const { markAll, marking } = useMarks();
  const options: { value: Only; label: string }[] = [
    { value: 'all', label: '全部' },
    { value: 'unread', label: counted('未读', data?.unread) },
    { value: 'unconfirmed', label: counted('待确认', data?.unconfirmed) },
  ];
  return (
    <>
      <div className="message-head">
        <h2>我的消息</h2>
        <Button disabled={(data?.unread ?? 0) === 0} loading={marking} onClick={() => void markAll()}>
          全部已读
        </Button>
      </div>
      <Segmented<Only> block className="message-only" aria-label="筛选消息" options={options} value={only} onChange={choose} />
      {data === undefined && error === null && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      <StaleAlert className="message-stale" query={query} shown="下面的消息可能不是最新的。" />
      {data?.total === 0 && <Empty description={only === 'all' ? '暂无消息' : '没有这样的消息'} />}
      <ul className="message-list">
        {data?.items.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} current={notice.id === id} open={() => open(notice.id)} />
        ))}
      </ul>
      {(data?.total ?? 0) > pageSize && (
        <Pagination
          simple
          align="center"
          current={index + 1}
          pageSize={pageSize}
          total={data?.total ?? 0}
          onChange={(page) => turnTo(page - 1)}
        />
      )}
    </>
  );
}

const counted = (label: string, count = 0): string => (count > 0 ? `${label} ${count}` : label);
