import type { UseQueryResult } from '@tanstack/react-query';

interface Props {
  /** What did not come, such as 统计数据加载失败. */
  what: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}

/** In the place of what could not be read: why, and the way to try again. */
export const FailedLine = ({ what, query: { error, isFetching, refetch } }: Props) => (
  <div className="home-failed" role="alert">
    {what}：{error?.message}
    <button type="button" className="link-button" disabled={isFetching} onClick={() => void refetch()}>
      重试
    </button>
  </div>
);
