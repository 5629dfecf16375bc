import { ApiError } from '../request/api-error.ts';
import { ErrorState } from './error-state.tsx';

interface Props {
  /** What did not come, such as 权限加载失败. */
  title?: string;
  /** Why, in the words of the refusal; any other error has no words for a user. */
  error: unknown;
  onRetry: () => void;
}

/**
 * Shown in place of what could not be loaded.
 * @example
 * export const Failed = ({ error, retry }: { error: unknown; retry: () => void }) => <LoadFailed error={error} onRetry={retry} />;
 */
export const LoadFailed = ({ title = '加载失败', error, onRetry }: Props) => (
  <ErrorState
    status="warning"
    title={title}
    text={error instanceof ApiError ? error.message : '页面暂时不可用，请稍后重试。'}
    action={{ label: '重试', onClick: onRetry }}
  />
);
