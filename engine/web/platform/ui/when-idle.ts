/**
 * Calls when the browser has nothing to do, or after two seconds; gives a function that stops it. Safari 17 has no such call.
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
