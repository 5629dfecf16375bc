import { useEffect, useRef } from 'react';

/**
 * Stands in a dialog, and gives its first field the focus as soon as it is drawn. antd gives it to the first button, which closes
 * the dialog, and says that it is open only once it has come to rest: what is typed until then would be lost.
 */
export function FocusField({ field = 'input:enabled, textarea:enabled' }: { field?: string }) {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // After antd has noted what had the focus, to which it goes back.
    queueMicrotask(() => here.current?.closest('[role=dialog]')?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true }));
  }, [field]);
  return <span ref={here} hidden />;
}
