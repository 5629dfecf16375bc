import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Grid, Table } from 'antd';
import { exportsKey } from '@back-office/web/crud/export/exports-key.ts';
import { useConnected } from '@back-office/web/platform/live/use-connected.ts';
import { useLive } from '@back-office/web/platform/live/use-live.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { PageHead } from '../../shared/web/page-head.tsx';
import { exportColumns } from './export-columns.tsx';
import './exports-page.css';

/** Polling interval while an export is under way, in milliseconds: longer while the live connection notifies of changes. */
const pollIntervalMs = { told: 15_000, untold: 1500 };

const isUnderWay = ({ state }: ExportRecord): boolean => state === 'waiting' || state === 'running';

/** 导出中心: the user's background exports, kept for a week. */
export function ExportsPage() {
  const queries = useQueryClient();
  const connected = useConnected();
  const narrow = Grid.useBreakpoint().sm === false;
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: exportsKey,
    queryFn: ({ signal }) => request<ExportRecord[]>('/api/sys/export/select-exports', { signal, quiet: true }),
    refetchInterval: (query) => (query.state.data?.some(isUnderWay) === true ? pollIntervalMs[connected ? 'told' : 'untold'] : false),
  });
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: exportsKey });
  useLive('export', () => void changed());
  if (isError && data === undefined) {
    return (
      <section className="page-card exports">
        <LoadFailed title="导出记录加载失败" error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  return (
    <section className="page-card exports">
      <PageHead
        title="导出中心"
        about="导出的每个文件都在这里保留 7 天，只有您自己可以下载。"
        isFetching={isFetching}
        onRefresh={() => void refetch()}
      />
      {data?.length === 0 ? (
        // Not a table: without rows nothing in it is focusable, so it could not be scrolled by keyboard.
        <Empty description="还没有导出记录" />
      ) : (
        <Table<ExportRecord>
          rowKey="id"
          columns={exportColumns(changed, narrow)}
          dataSource={data ?? []}
          loading={data === undefined}
          // Not loaded yet, so it is unknown whether there are none.
          locale={{ emptyText: <div className="exports-unknown" /> }}
          scroll={narrow ? {} : { x: 900 }}
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
        />
      )}
    </section>
  );
}
