import type { UseQueryResult } from '@tanstack/react-query';

interface Props {
  /** The error title, such as 统计数据加载失败. */
  what: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}

/** Replaces content that could not be loaded: the reason, and a button to retry. */
export const FailedLine = ({ what, query: { error, isFetching, refetch } }: Props) => (
  <div className="home-failed" role="alert">
    {what}：{error?.message}
    <button type="button" className="link-button" disabled={isFetching} onClick={() => void refetch()}>
      重试
    </button>
  </div>
);
