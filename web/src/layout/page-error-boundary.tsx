import { Button, Result } from 'antd';
import { Component, type ErrorInfo, type ReactNode } from 'react';

interface State {
  error: Error | undefined;
}

/** Keeps a page's failure in the page: everything around it goes on, and 重试 draws the page anew. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Result
        status="error"
        title="页面出错了"
        subTitle="这个页面没能显示出来，其他页面不受影响。"
        extra={
          <Button type="primary" onClick={() => this.setState({ error: undefined })}>
            重试
          </Button>
        }
      />
    );
  }
}
