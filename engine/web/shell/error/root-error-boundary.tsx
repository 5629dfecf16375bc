import { Component, type ReactNode } from 'react';
import { ModuleConflict } from '../../platform/office/claims.ts';
import { startFailure } from './start-failure.ts';

/** The outermost error boundary, without antd: for a shell that could not be loaded or rendered. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main className="error-page">
        <h1>{startFailure.title}</h1>
        <p style={{ whiteSpace: 'pre-line' }}>{error instanceof ModuleConflict ? error.message : startFailure.text}</p>
        <button type="button" onClick={() => location.reload()}>
          {startFailure.again}
        </button>
      </main>
    );
  }
}
