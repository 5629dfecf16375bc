import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { isTransient } from '../request/retry-until-success.ts';

type Query = Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>;

interface Props {
  /** A query that retries by itself (`retryUntilSuccess`). */
  query: Query;
  /** What is shown meanwhile, as a sentence. */
  shown: string;
  className?: string;
}

/**
 * Shown above data that could not be reloaded: why, what is `shown` instead, and a button to retry at once. Nothing while
 * the data is fresh.
 * @example
 * export function OrgCard({ id }: { id: string }) {
 *   const query = useRow(org, id);
 *   return (
 *     <>
 *       <StaleAlert query={query} shown="下面的机构资料可能不是最新的。" />
 *       <p>{query.data?.orgName}</p>
 *     </>
 *   );
 * }
 */
export function StaleAlert({ query: { data, error, isError, isFetching, refetch }, shown, className }: Props) {
  if (!isError || data === undefined) return null;
  return (
    <Alert
      {...(className === undefined ? {} : { className })}
      type="warning"
      showIcon
      title={`${isTransient(error) ? '无法连接服务器，正在重试' : (error?.message ?? '')}。${shown}`}
      action={
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          立即重试
        </Button>
      }
    />
  );
}
