/**
 * Calls back when the browser is idle, or after two seconds; returns a function that cancels it. Safari 17 lacks requestIdleCallback.
 * @example
 * const stop = whenIdle(() => void import('antd'));
 */
export function whenIdle(call: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(call, 300);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(call, { timeout: 2_000 });
  return () => cancelIdleCallback(idle);
}
