import { Component, type ReactNode } from 'react';
import { startFailure } from '../error/start-failure.ts';

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
        <h1>{startFailure.title}</h1>
        <p>{startFailure.text}</p>
        <button type="button" onClick={() => location.reload()}>
          {startFailure.again}
        </button>
      </main>
    );
  }
}
