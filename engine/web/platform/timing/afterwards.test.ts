import { beforeEach, expect, test, vi } from 'vitest';

/** The module as in a newly opened window. */
const opened = async () => {
  vi.resetModules();
  return (await import('./afterwards.ts')).afterwards;
};

const pass = (seconds: number): void => void vi.advanceTimersByTime(seconds * 1_000);

beforeEach(() => {
  vi.useFakeTimers();
  // Safari lacks it: tasks for the idle browser start a moment later instead.
  vi.stubGlobal('requestIdleCallback', undefined);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('a deferred task runs three seconds after the code of a page that does not report when it is rendered', async () => {
  const afterwards = await opened();
  const task = vi.fn();
  afterwards.do(task);
  pass(60);
  afterwards.expect();
  pass(2.9);
  expect(task).not.toHaveBeenCalled();
  pass(1);
  expect(task).toHaveBeenCalledOnce();
});

test('a deferred task waits for a page that reports when it is rendered, however slow, but half a minute at most', async () => {
  for (const [said, until] of [
    [10, 11],
    [undefined, 31],
  ] as const) {
    const afterwards = await opened();
    const task = vi.fn();
    afterwards.do(task);
    afterwards.expect();
    afterwards.await();
    pass(said ?? 29);
    expect(task).not.toHaveBeenCalled();
    if (said !== undefined) afterwards.begin();
    pass(until - (said ?? 29));
    expect(task).toHaveBeenCalledOnce();
  }
});

test('once tasks have begun, a new one runs at the next moment, and none runs twice', async () => {
  const afterwards = await opened();
  const [before, after] = [vi.fn(), vi.fn()];
  afterwards.do(before);
  afterwards.begin();
  afterwards.await();
  afterwards.do(after);
  pass(1);
  afterwards.begin();
  pass(60);
  expect(before).toHaveBeenCalledOnce();
  expect(after).toHaveBeenCalledOnce();
});
