import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../../platform/ui/error-state.tsx';
import { PageLoadError } from '../routing/lazy-page.ts';

interface State {
  error: Error | undefined;
}

/**
 * An error boundary for one page: everything around it goes on, and 重试 draws the page again. A chunk that failed to
 * load is fetched by reloading everything, since a browser may cache a failed import.
 */
export class PageErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const unfetched = error instanceof PageLoadError;
    return (
      <ErrorState
        status="error"
        title={unfetched ? '页面加载失败' : '页面出错了'}
        text={unfetched ? '可能是网络中断，或者系统刚刚更新。' : '这个页面没能显示出来，其他页面不受影响。'}
        action={{ label: '重试', onClick: () => (unfetched ? location.reload() : this.setState({ error: undefined })) }}
      />
    );
  }
}
