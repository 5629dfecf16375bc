import { Button, Result } from 'antd';

/** Shown in place of what could not be loaded. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Result
      status="warning"
      title="加载失败"
      subTitle="网络或服务器暂时不可用，请稍后重试。"
      extra={
        <Button type="primary" onClick={onRetry}>
          重试
        </Button>
      }
    />
  );
}
