import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import { Misfit } from '../office/claims.ts';
import { ErrorState } from './error-state.tsx';
import { PartLoadError } from './lazy-part.ts';

/** What is said in the place of a part that could not be shown. */
export interface Failure {
  title: string;
  text: string;
  retry: () => void;
}

interface Props {
  /** What kind of part it is, such as 页面 or 卡片. */
  what: string;
  /** Its own name, where it has one that people know. */
  name?: string;
  /** What stands in its place; the error state of a page or card when absent. */
  Failed?: ComponentType<Failure>;
  children: ReactNode;
}

/**
 * The error boundary around a part that a feature brings: everything around it goes on, and 重试 draws the part again. A
 * chunk that failed to load is fetched by reloading everything, since a browser may cache a failed import.
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
    const broken = error instanceof Misfit ? error.message : `这个${what}显示失败，其他${what}不受影响。`;
    return (
      <Failed
        title={`${name === undefined ? what : `“${name}”`}${unfetched ? '加载失败' : '出错了'}`}
        text={unfetched ? '可能是网络中断，或者系统刚刚更新。' : broken}
        retry={() => (unfetched ? location.reload() : this.setState({ error: undefined }))}
      />
    );
  }
}

const PlainFailure = ({ title, text, retry }: Failure) => (
  <ErrorState status="error" title={title} text={text} action={{ label: '重试', onClick: retry }} />
);
