import { Trouble } from '../plain/trouble.tsx';

/** Shown in place of what could not be loaded. */
export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Trouble status="warning" title="加载失败" text="网络或服务器暂时不可用，请稍后重试。" action={{ label: '重试', onClick: onRetry }} />
);
