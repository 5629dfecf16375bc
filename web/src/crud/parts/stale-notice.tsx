import { Alert, Button } from 'antd';
import { mayPass } from '../../request/may-pass.ts';
import type { List } from '../hooks/use-list.ts';

/**
 * Above rows that could not be read anew: why, and how old they are. The list asks again by itself until the server
 * answers, whether it has rows to show or not.
 */
export function StaleNotice({ list: { page } }: { list: List }) {
  const { data, error, isError, isFetching, dataUpdatedAt } = page;
  const waits = isError && mayPass(error);
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
