import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { mayPass } from '../../request/may-pass.ts';
import type { List } from '../hooks/use-list.ts';

/** How often a list that could not be read is asked for again, in milliseconds. */
const retryMs = 5000;

/**
 * Above rows that could not be read anew: why, and how old they are. The list asks again by itself until the server
 * answers, whether it has rows to show or not.
 */
export function StaleNotice({ list: { resource, page } }: { list: List }) {
  const queries = useQueryClient();
  const { data, error, isError, isFetching, dataUpdatedAt } = page;
  const waits = isError && mayPass(error);
  useEffect(() => {
    if (!waits) return undefined;
    // Open levels of a tree failed with it, and come back with it.
    const failed = {
      queryKey: [resource.name],
      type: 'active',
      predicate: ({ state }: { state: { status: string } }) => state.status === 'error',
    } as const;
    const timer = setInterval(() => void queries.refetchQueries(failed), retryMs);
    return () => clearInterval(timer);
  }, [waits, queries, resource.name]);
  if (!isError || data === undefined) return null;
  return (
    <Alert
      className="list-stale"
      type="warning"
      showIcon
      title={`${waits ? '没有连上服务器，正在重试' : error.message}。现在显示的是 ${clock(dataUpdatedAt)} 的数据${age(dataUpdatedAt)}。`}
      action={
        <Button size="small" loading={isFetching} onClick={() => void page.refetch()}>
          立即重试
        </Button>
      }
    />
  );
}

const clock = (at: number): string => new Date(at).toLocaleTimeString('zh-CN', { hour12: false });

function age(at: number): string {
  const minutes = Math.floor((Date.now() - at) / 60_000);
  return minutes === 0 ? '' : `（${minutes} 分钟前）`;
}
