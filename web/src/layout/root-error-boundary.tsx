import { Component, type ReactNode } from 'react';
import '../pages/error/error-page.css';

/** The last resort, without antd: what even the shell could not be fetched or drawn for. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="error-page">
        <h1>页面没能打开</h1>
        <p>可能是网络中断，或者系统刚刚更新。</p>
        <button type="button" onClick={() => location.reload()}>
          重试
        </button>
      </main>
    );
  }
}
