import { useEffect, useRef } from 'react';

/**
 * Placed in a dialog, focuses its first field as soon as it is rendered. antd focuses the close button instead, and reports the
 * dialog as open only after its animation: keys typed before that would be lost.
 */
export function FocusField({ field = 'input:enabled, textarea:enabled' }: { field?: string }) {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // After antd has recorded the element to which it returns the focus.
    queueMicrotask(() => here.current?.closest('[role=dialog]')?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true }));
  }, [field]);
  return <span ref={here} hidden />;
}
