import { codes } from '@back-office/contract/envelope.ts';
import { ApiError } from '../request/api-error.ts';
import { isTransient } from '../request/retry-until-success.ts';
import { ErrorState } from './error-state.tsx';

interface Props {
  /** The error title, such as 权限加载失败. */
  title?: string;
  /** The reason, in the words of the refusal; any other error has no message for users. */
  error: unknown;
  onRetry: () => void;
  /** Opens the list that would contain it: retrying cannot bring back a deleted record. */
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
