import { Alert, Button } from 'antd';
import type { ComponentType } from 'react';

/** The page, below a line that says of which modules nothing could be fetched; the page itself where there are none. */
export function withFailedModules(Page: ComponentType, failed: readonly string[]): ComponentType {
  if (failed.length === 0) return Page;
  return function PageWithFailedModules() {
    return (
      <>
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 12 }}
          title={`模块${failed.map((name) => `“${name}”`).join('、')}加载失败，它们在这里的内容暂时看不到。`}
          action={
            <Button size="small" onClick={() => location.reload()}>
              重试
            </Button>
          }
        />
        <Page />
      </>
    );
  };
}
