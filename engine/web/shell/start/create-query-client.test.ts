import { texts, unknownCode } from '@back-office/contract/texts.ts';
import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { setAccessToken } from '../../platform/request/access-token.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { notifyExpired, registerNotify } from '../../platform/request/notify.ts';
import { createQueryClient } from './create-query-client.ts';

/** A mounted list whose fetches are answered when the test says so. */
function look(queryKey: string[]) {
  const client = createQueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }): Promise<string> =>
    new Promise((resolve, reject) => {
      answers.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const observer = new QueryObserver<string>(client, { queryKey, queryFn });
  const leave = observer.subscribe(() => undefined);
  return { client, answers, shown: () => observer.getCurrentResult().data, leave };
}

test('a list first fetched while a save is in progress is refetched when the save has finished', async () => {
  const { client, answers, shown, leave } = look(['sys/org', 'children', '1']);
  const landed = client.invalidateQueries({ queryKey: ['sys/org'] });
  await expect.poll(() => answers).toHaveLength(2);
  answers[0]?.('as it was before');
  answers[1]?.('as it is');
  await landed;
  expect(shown()).toBe('as it is');
  leave();
});

test('the first fetch of a mounted list goes on when only what no page shows is marked', async () => {
  const { client, answers, shown, leave } = look(['sys/org', 'page']);
  await client.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  answers[0]?.('as it is');
  await expect.poll(() => shown()).toBe('as it is');
  expect(answers).toHaveLength(1);
  leave();
});

test('a list stays on screen while it is refetched, and other lists are left alone', async () => {
  const { client, answers, shown, leave } = look(['sys/org', 'page']);
  answers[0]?.('before');
  await expect.poll(() => shown()).toBe('before');
  await client.invalidateQueries({ queryKey: ['sys/user'] });
  expect(answers).toHaveLength(1);
  const landed = client.invalidateQueries({ queryKey: ['sys/org'] });
  await expect.poll(() => answers).toHaveLength(2);
  expect(shown()).toBe('before');
  answers[1]?.('after');
  await landed;
  expect(shown()).toBe('after');
  leave();
});

test.each([
  ['that failed on the network is sent once more', '网络异常，请检查网络连接', 2],
  ['that was not answered in time fails at once', texts.timeout, 1],
])('a call %s', async (_how, message, times) => {
  const sent = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError(message, { code: unknownCode, status: 0 })));
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['x'], queryFn: sent, retryDelay: 0, meta: { quiet: true } });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  expect(sent).toHaveBeenCalledTimes(times);
  leave();
});

const nothing = async () => undefined;
const fails = new ApiError('服务器异常，请稍后重试！', { code: 50000, status: 500 });
test.each([
  ['each time if it was requested', {}, 2],
  ['only once if it repeats by itself', { refetchInterval: 60_000 }, 1],
  ['only once if something else repeats it', { meta: { repeats: true } }, 1],
  ['not at all if it is quiet', { meta: { quiet: true } }, 0],
])('a failed query is reported %s', async (_how, options, times) => {
  const error = vi.fn<(message: string) => void>();
  const forget = registerNotify({ error, renewSession: async () => false, changePassword: nothing, setUpTwoFactor: nothing });
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['x'], queryFn: () => Promise.reject(fails), ...options });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  await observer.refetch();
  expect(error.mock.calls).toEqual(Array.from({ length: times }, () => ['服务器异常，请稍后重试！']));
  leave();
  forget();
});

test('returning to the window refetches, but not after 取消 at 登录过期', async () => {
  const [renewSession, read] = [vi.fn(async () => false), vi.fn(async () => 1)];
  const forget = registerNotify({ error: () => undefined, renewSession, changePassword: nothing, setUpTwoFactor: nothing });
  const client = createQueryClient();
  const queries = client.getQueryCache();
  const leave = new QueryObserver(client, { queryKey: ['x'], queryFn: read, refetchOnWindowFocus: true }).subscribe(() => undefined);
  await expect.poll(() => client.isFetching()).toBe(0);
  queries.onFocus();
  await expect.poll(() => read).toHaveBeenCalledTimes(2);

  setAccessToken('over');
  await notifyExpired('登录已过期', performance.now());
  queries.onFocus();
  expect(client.isFetching()).toBe(0);
  setAccessToken('another');
  queries.onFocus();
  await expect.poll(() => read).toHaveBeenCalledTimes(3);
  leave();
  forget();
  setAccessToken(undefined);
});

/** A mounted query, read once, after 取消 at 登录过期. */
async function decline(options: { refetchInterval?: number } = {}) {
  const read = vi.fn(async () => 1);
  const forget = registerNotify({
    error: () => undefined,
    renewSession: async () => false,
    changePassword: nothing,
    setUpTwoFactor: nothing,
  });
  const client = createQueryClient();
  const observer = new QueryObserver(client, { queryKey: ['x'], queryFn: read, ...options });
  const leave = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  setAccessToken('over');
  await notifyExpired('登录已过期', performance.now());
  read.mockClear();
  const end = (): void => {
    leave();
    forget();
    setAccessToken(undefined);
  };
  return { client, observer, read, end };
}

test('a query that repeats by itself pauses after 取消 at 登录过期, until there is another session', async () => {
  vi.useFakeTimers();
  // Without a window, queries do not repeat.
  const isServer = environmentManager.isServer();
  environmentManager.setIsServer(() => false);
  const { read, end } = await decline({ refetchInterval: 1_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).not.toHaveBeenCalled();
  setAccessToken('another');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(read).toHaveBeenCalledTimes(2);
  end();
  environmentManager.setIsServer(() => isServer);
  vi.useRealTimers();
});

test('after 取消 at 登录过期 invalidating only marks a query as stale, unless its refetch is asked for', async () => {
  const { client, observer, read, end } = await decline();
  await client.invalidateQueries({ queryKey: ['x'] });
  expect([read.mock.calls.length, client.getQueryState(['x'])?.isInvalidated]).toEqual([0, true]);
  await client.invalidateQueries({ queryKey: ['x'], refetchType: 'active' });
  expect(read).toHaveBeenCalledTimes(1);
  await observer.refetch();
  expect(read).toHaveBeenCalledTimes(2);
  setAccessToken('another');
  await client.invalidateQueries({ queryKey: ['x'] });
  expect(read).toHaveBeenCalledTimes(3);
  end();
});

test('a first fetch that is under way after 取消 at 登录过期 is not cancelled by what only marks it', async () => {
  const { client, end } = await decline();
  let answer: (value: string) => void = () => undefined;
  const observer = new QueryObserver<string>(client, { queryKey: ['y'], queryFn: () => new Promise((resolve) => (answer = resolve)) });
  const leave = observer.subscribe(() => undefined);
  await client.invalidateQueries({ queryKey: ['y'] });
  answer('read');
  await expect.poll(() => observer.getCurrentResult().data).toBe('read');
  leave();
  end();
});

test('a prefetched query is sent again once it is used, if a save has finished meanwhile', async () => {
  const client = createQueryClient();
  const answers: ((value: string) => void)[] = [];
  const reading = {
    queryKey: ['sys/user', 'page'],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<string> =>
      new Promise((resolve, reject) => {
        answers.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    staleTime: 3_000,
  };
  void client.prefetchQuery(reading);
  await client.invalidateQueries({ queryKey: ['sys/user'] });
  answers[0]?.('as it was before');
  const observer = new QueryObserver<string>(client, reading);
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('as it is');
  await expect.poll(() => observer.getCurrentResult().data).toBe('as it is');
  leave();
});
