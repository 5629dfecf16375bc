import { startTransition, useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';
import { ErrorState } from '../../platform/states/error-state.tsx';
import { useShellSlots } from '../routing/shell-slots.tsx';
import { PageSkeleton } from '../../platform/states/page-skeleton.tsx';

const load = () => import('./ant-root.tsx');

interface Props {
  /** Whether the visible page is one of these. */
  shown: boolean;
  /** Whether the visible page is rendered, so that other code may be prefetched. */
  idle: boolean;
  children: ReactNode;
}

/** The pages that use antd, and antd itself: loaded when such a page or a message is shown, or otherwise when idle. */
export function RichPages({ shown, idle, children }: Props) {
  const asked = useSyncExternalStore(feedback.subscribe, feedback.asked);
  const [Root, setRoot] = useState<ComponentType<{ children: ReactNode }>>();
  const [failed, setFailed] = useState(false);
  const { fetchPages } = useShellSlots();
  const wanted = shown || idle || asked > 0;
  useEffect(() => {
    if (!wanted || Root !== undefined) return;
    // Rendered together with the page: antd's providers around a page still loading would be rendered in vain.
    Promise.all([load(), shown ? fetchPages() : undefined]).then(
      ([{ AntRoot }]) => startTransition(() => setRoot(() => AntRoot)),
      () => setFailed(true),
    );
  }, [wanted, asked, shown, Root, fetchPages]);
  if (Root !== undefined) return <Root>{children}</Root>;
  if (!shown) return null;
  return failed ? (
    <ErrorState
      status="error"
      title="页面加载失败"
      text="可能是网络中断，或者系统刚刚更新。"
      action={{ label: '重试', onClick: () => location.reload() }}
    />
  ) : (
    <PageSkeleton />
  );
}
