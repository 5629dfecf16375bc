import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import { ModuleConflict } from '../office/claims.ts';
import { ErrorState } from './error-state.tsx';
import { PartLoadError } from '../timing/lazy-part.ts';

/** The message in place of a part that could not be shown. */
export interface Failure {
  title: string;
  text: string;
  retry: () => void;
}

interface Props {
  /** The kind of part, such as 页面 or 卡片. */
  what: string;
  /** Its own name, if people know one. */
  name?: string;
  /** Rendered in its place; by default the error state of a page or card. */
  Failed?: ComponentType<Failure>;
  children: ReactNode;
}

/**
 * The error boundary around a feature's part: everything around it keeps working, and 重试 renders the part again. If a chunk failed to load, the whole
 * page is reloaded, since browsers may cache failed imports.
 */
export class PartBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { what, name, Failed = PlainFailure, children } = this.props;
    if (error === undefined) return children;
    const unfetched = error instanceof PartLoadError;
    const errorText = error instanceof ModuleConflict ? error.message : `这个${what}显示失败，其他${what}不受影响。`;
    return (
      <Failed
        title={`${name === undefined ? what : `“${name}”`}${unfetched ? '加载失败' : '出错了'}`}
        text={unfetched ? '可能是网络中断，或者系统刚刚更新。' : errorText}
        retry={() => (unfetched ? location.reload() : this.setState({ error: undefined }))}
      />
    );
  }
}

const PlainFailure = ({ title, text, retry }: Failure) => (
  <ErrorState status="error" title={title} text={text} action={{ label: '重试', onClick: retry }} />
);
