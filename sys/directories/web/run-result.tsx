import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Flex, Spin } from 'antd';
import { useEffect } from 'react';
import { directory } from '../directory.ts';

type Row = RecordOf<typeof directory>;

/** The result of a run under way; `row` is the directory as it was before. The list behind is updated as well. */
export function RunResult({ row }: { readonly row: Row }) {
  const queries = useQueryClient();
  const isOver = (now: Row | undefined): boolean => now !== undefined && now.lastTime !== row.lastTime;
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['directory-run', row.id, row.lastTime],
    queryFn: ({ signal }) => request<Row>(`/api/${directory.name}/select/${row.id}`, { signal, quiet: true }),
    refetchInterval: ({ state }) => (isOver(state.data) || state.status === 'error' ? false : 1000),
    gcTime: 0,
  });
  const over = isOver(data) ? data : undefined;
  useEffect(() => {
    if (over !== undefined) void queries.invalidateQueries({ queryKey: [directory.name] });
  }, [queries, over]);
  if (isError) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (over === undefined)
    return (
      <Flex gap={12} align="center" role="status">
        <Spin />
        正在同步，可以关闭此窗口，同步会在后台继续。
      </Flex>
    );
  const isGood = over.lastStatus === outcomes.success;
  return (
    <div role="status">
      <Alert showIcon type={isGood ? 'success' : 'error'} title={isGood ? '同步完成' : '同步没有完成'} description={over.lastMessage} />
    </div>
  );
}
