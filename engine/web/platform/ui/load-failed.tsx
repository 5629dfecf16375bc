import { ApiError } from '../request/api-error.ts';
import { isTransient } from '../request/retry-until-success.ts';
import { ErrorState } from './error-state.tsx';

interface Props {
  /** What did not come, such as 权限加载失败. */
  title?: string;
  /** Why, in the words of the refusal; any other error has no words for a user. */
  error: unknown;
  onRetry: () => void;
  /** To the list that it would stand in: asking again brings no record back that is gone. */
  toList?: (() => void) | undefined;
}

/**
 * Shown in place of what could not be loaded.
 * @example
 * export const Failed = ({ error, retry }: { error: unknown; retry: () => void }) => <LoadFailed error={error} onRetry={retry} />;
 */
export const LoadFailed = ({ title = '加载失败', error, onRetry, toList }: Props) => (
  <ErrorState
    status="warning"
    title={title}
    text={error instanceof ApiError ? error.message : '页面暂时不可用，请稍后重试。'}
    action={
      error instanceof ApiError && !isTransient(error) && toList !== undefined
        ? { label: '返回列表', onClick: () => toList() }
        : { label: '重试', onClick: onRetry }
    }
  />
);
