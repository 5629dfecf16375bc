import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { liveTicket, stubLive } from '../../testing/stub-live.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { setAccessToken } from '../request/access-token.ts';
import { notifyExpired, registerNotify } from '../request/notify.ts';
import { afterwards } from '../timing/afterwards.ts';
import { useConnected } from './use-connected.ts';
import { useFirstConnected } from './use-first-connected.ts';

const read = vi.fn<() => void>();
function Reader() {
  const connected = useConnected();
  const [settled, settle] = useState(false);
  useFirstConnected(read);
  // Afterwards: a refetch would have happened by now.
  useEffect(() => {
    if (connected) afterwards.do(() => settle(true));
  }, [connected]);
  return <p>{settled ? 'settled' : 'not yet'}</p>;
}

test.each([
  ['once', true, 1],
  ['not at all if signing in again was declined', false, 0],
])('data that may have changed before the first connection is refetched %s', async (_when, wanted, times) => {
  read.mockClear();
  stubServer(liveTicket);
  setAccessToken(`of ${times}`);
  const nothing = async () => undefined;
  const forget = registerNotify({
    error: () => undefined,
    renewSession: async () => wanted,
    changePassword: nothing,
    setUpTwoFactor: nothing,
  });
  await notifyExpired('登录已过期', performance.now());
  forget();
  afterwards.begin();
  await draw(<Reader />);
  const live = await stubLive();
  await expect.element(page.getByText('settled')).toBeVisible();
  live.welcome();
  expect(read).toHaveBeenCalledTimes(times);
});

test('a component that has unmounted meanwhile refetches nothing', async () => {
  read.mockClear();
  stubServer(liveTicket);
  setAccessToken('of who leaves');
  afterwards.begin();
  const { unmount } = await draw(<Reader />);
  const tasks: (() => void)[] = [];
  vi.spyOn(afterwards, 'do').mockImplementation((task) => void tasks.push(task));
  const live = await stubLive();
  live.welcome();
  // The hook's task, and the component's own.
  await expect.poll(() => tasks.length).toBe(2);
  await unmount();
  for (const task of tasks) task();
  expect(read).not.toHaveBeenCalled();
});
