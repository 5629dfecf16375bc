import { Component, type ReactNode } from 'react';
import { brokenStart } from '../error/broken-start.ts';

/** The outermost error boundary, without antd: for a shell that could not be loaded or drawn. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="error-page">
        <h1>{brokenStart.title}</h1>
        <p>{brokenStart.text}</p>
        <button type="button" onClick={() => location.reload()}>
          {brokenStart.again}
        </button>
      </main>
    );
  }
}
