import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { msgStatuses, type msg } from '../msg.ts';
import { BellOutlined } from '@ant-design/icons';
import type { NoticeReader, NoticeReaders } from '../own-notices.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Button, ConfigProvider, Progress, Segmented, Table } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useState } from 'react';
import { useExistingPage } from '@back-office/web/platform/request/use-existing-page.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { useMay } from '@back-office/web/platform/session/use-may.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import './readers-tab.css';

type State = 'all' | 'unread' | 'read' | 'unconfirmed';
const pageSize = 10;

/** A long name wraps, so that the read state beside it stays visible. */
const name = (value: string | null) => <span className="readers-name">{value ?? '—'}</span>;
const columns = [
  { title: '姓名', dataIndex: 'userName', render: name },
  { title: '阅读时间', dataIndex: 'readTime', render: (value: string | null) => value ?? '未读' },
  { title: '确认时间', dataIndex: 'confirmTime', render: (value: string | null) => value ?? '未确认' },
  { title: '账号', dataIndex: 'userAccount' },
  { title: '机构', dataIndex: 'sysOrgIdLabel', render: name },
];
const unconfirming = columns.filter(({ dataIndex }) => dataIndex !== 'confirmTime');

/** Who has read the notice and who has not, and a button that reminds the latter. */
export function ReadersTab({ row }: { row: DraftOf<typeof msg> }) {
  const { message } = useApp();
  const id = row.id ?? '';
  const confirming = row.needConfirm === '是';
  const [state, setState] = useState<State>('all');
  const [index, setIndex] = useState(0);
  const may = useMay('sys/msg');
  const query = useQuery({
    queryKey: ['sys/msg', 'readers', id, state, index],
    queryFn: ({ signal }) =>
      request<NoticeReaders>(`/api/sys/msg/readers/${encodeURIComponent(id)}`, {
        query: [
          ['index', String(index)],
          ['limit', String(pageSize)],
          ...(state === 'all' ? [] : [['state', state] satisfies [string, string]]),
        ],
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval: retryUntilSuccess(),
  });
  useExistingPage(query, { index, limit: pageSize }, setIndex);
  const { mutate: remind, isPending } = useMutation({
    mutationFn: () => request<{ reminded: number }>(`/api/sys/msg/remind/${encodeURIComponent(id)}`, { method: 'POST' }),
    onSuccess: ({ reminded }) => void message.success(reminded === 0 ? '没有需要提醒的人' : `已提醒 ${grouped(reminded)} 人`),
  });
  const { data, error, isFetching, refetch } = query;
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const { addressed = 0, read = 0, confirmed = 0, total = 0 } = data ?? {};
  const done = confirming ? confirmed : read;
  const options: { value: State; label: string }[] = [
    { value: 'all', label: `全部 ${grouped(addressed)}` },
    { value: 'unread', label: `未读 ${grouped(addressed - read)}` },
    { value: 'read', label: `已读 ${grouped(read)}` },
    ...(confirming ? [{ value: 'unconfirmed' as const, label: `未确认 ${grouped(addressed - confirmed)}` }] : []),
  ];
  return (
    <>
      <StaleAlert query={query} shown="下面的阅读情况可能不是最新的。" className="readers-stale" />
      <div className="readers-head">
        <Progress
          aria-label={confirming ? '确认进度' : '阅读进度'}
          percent={addressed === 0 ? 0 : Math.round((done / addressed) * 100)}
          format={() => `${grouped(done)} / ${grouped(addressed)}`}
          style={{ width: 220 }}
        />
        {/* The highlight slides sideways only: between the rows of a phone it would wait for the end of a motion that never starts. */}
        <ConfigProvider theme={{ token: { motion: false } }}>
          <Segmented<State>
            aria-label="筛选接收人"
            options={options}
            value={state}
            onChange={(next) => {
              setState(next);
              setIndex(0);
            }}
          />
        </ConfigProvider>
        {may('edit') && (
          <Button
            icon={<BellOutlined aria-hidden />}
            loading={isPending}
            disabled={row.msgStatus !== msgStatuses.published || done === addressed}
            onClick={() => remind()}
          >
            提醒{confirming ? '未确认' : '未读'}的人
          </Button>
        )}
      </div>
      <Table<NoticeReader>
        rowKey="id"
        size="small"
        loading={isFetching && data === undefined}
        columns={confirming ? columns : unconfirming}
        dataSource={data?.items ?? []}
        scroll={{ x: 'max-content' }}
        pagination={{
          current: index + 1,
          pageSize,
          total,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: (page) => setIndex(page - 1),
        }}
      />
    </>
  );
}
