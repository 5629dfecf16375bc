import { codes } from '@back-office/contract/envelope.ts';
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
export function LoadFailed({ title = '加载失败', error, onRetry, toList }: Props) {
  const refusal = error instanceof ApiError ? error : undefined;
  const isLeft = refusal !== undefined && !isTransient(refusal) && toList !== undefined;
  // The error message came first; this explains it, in the same words for deleted and for forbidden records.
  const isGone = isLeft && refusal.code === codes.gone.code;
  return (
    <ErrorState
      status="warning"
      title={isGone ? '没有这条记录' : title}
      text={isGone ? '它可能已被删除，或不在您的数据范围内。' : (refusal?.message ?? '页面暂时不可用，请稍后重试。')}
      action={isLeft ? { label: '返回列表', onClick: () => toList() } : { label: '重试', onClick: onRetry }}
    />
  );
}
