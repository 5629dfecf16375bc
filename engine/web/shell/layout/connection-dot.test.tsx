import { liveClose } from '@back-office/contract/calls/live.ts';
import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ListPage } from '../../crud/pages/list-page.tsx';
import { liveStore } from '../../platform/live/live-store.ts';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { liveTicket, stubLive, type LiveServer } from '../../testing/stub-live.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ConnectionDot } from './connection-dot.tsx';
import { LiveUpdates } from '../start/live-updates.tsx';

beforeEach(() => {
  signInAs();
});
const pages = { 'GET /api/sys/user/select-page': { items: [], total: 0 } };

test('a lost connection is shown with the next retry and the age of the data, and is retried at once on request', async () => {
  let isDown = false;
  const calls = stubServer({
    'POST /api/live/ticket': () => {
      if (isDown) throw new Refusal('unavailable');
      return { ticket: 't' };
    },
  });
  const live = await stubLive();
  await draw(<ConnectionDot />);
  const connected = page.getByRole('button', { name: '已连接，数据实时更新' });
  await expect.element(connected).toBeVisible();
  // From here on, time passes only while the test waits for something.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  isDown = true;
  live.lose();
  await expect.element(page.getByRole('button', { name: '正在连接' })).toBeVisible();
  // The first attempt, after a second, is refused; the next is three seconds later.
  await expect.poll(async () => (await vi.advanceTimersByTimeAsync(100), [calls.length, liveStore.get()])).toEqual([2, 'disconnected']);
  await vi.advanceTimersByTimeAsync(1_500);
  await page.getByRole('button', { name: /^断开，正在重连[1-3] 秒$/ }).click();
  const said = page.getByRole('dialog', { name: '与服务器的连接' });
  await expect.element(said.getByText(/^实时更新从 \d+:\d\d:\d\d 起中断，页面上的数据可能不是最新的。$/)).toBeVisible();
  await expect.element(said.getByText(/^[1-3] 秒后再次连接。/)).toBeVisible();
  isDown = false;
  const asked = calls.length;
  const { retryAt = 0 } = liveStore.line();
  await said.getByRole('button', { name: '立即重连' }).click();
  await expect.poll(() => calls.length).toBe(asked + 1);
  expect(Date.now()).toBeLessThan(retryAt);
  await expect.element(said.getByText(/^正在连接…/)).toBeVisible();
  await expect.poll(async () => (await vi.advanceTimersByTimeAsync(0), live.welcome(), connected.elements().length)).toBe(1);
});

describe('a list on screen is refetched', () => {
  test('when the connection is restored', async () => {
    const { calls, live } = await startList();
    live.lose();
    // The first reconnection is tried after a second, and is welcomed once its socket is open.
    await expect.poll(() => asked(calls, '/api/live/ticket')).toBe(2);
    await expect.poll(() => (live.welcome(), asked(calls, listPath)), { interval: 200 }).toBe(2);
  });

  test.each([
    ['after the session has ended', true],
    ['before the session ends', false],
  ])('when the person signs in again %s', async (_when, hasEnded) => {
    const { calls, live } = await startList();
    if (hasEnded) live.lose(liveClose.ended);
    sessionStore.renew({ accessToken: 'of the new session', secretKey: btoa('k'.repeat(32)) });
    await expect.poll(() => asked(calls, '/api/live/ticket')).toBe(2);
    await expect.poll(() => (live.welcome(), asked(calls, listPath)), { interval: 200 }).toBe(2);
  });
});

const listPath = '/api/sys/user/select-page';
const asked = (calls: Call[], of: string): number => calls.filter(({ path }) => path === of).length;
/** Shows a list within a connected page. */
async function startList(): Promise<{ calls: Call[]; live: LiveServer }> {
  const calls = stubServer({ ...liveTicket, ...pages, 'GET /api/sys/user/select-roles': { roles: [], functions: [] } });
  const live = await stubLive();
  await draw(
    <>
      <LiveUpdates />
      <ListPage resource={user} />
    </>,
    { at: '/sys/user/list' },
  );
  await expect.poll(() => asked(calls, listPath)).toBe(1);
  // Only then does everything on the page listen.
  await expect.poll(() => asked(calls, '/api/sys/user/select-roles')).toBe(1);
  return { calls, live };
}

test.for([
  ['before the first connection', false],
  ['while the connection was lost', true],
] as const)('a session that ended %s is shown as not connected, and not as reconnecting forever', async ([, wasThere]) => {
  let over = !wasThere;
  stubServer({
    'POST /api/live/ticket': () => {
      if (over) throw new Refusal('noSession');
      return { ticket: 't' };
    },
  });
  if (wasThere) {
    const live = await stubLive();
    over = true;
    live.lose();
  } else {
    vi.stubGlobal('SharedWorker', undefined);
    liveStore.start(getAccessToken() ?? '');
  }
  await draw(<ConnectionDot />);
  const dot = page.getByRole('button', { name: '未连接，数据不会自动更新' });
  await expect.element(dot).toBeVisible();
  await expect.element(page.getByText('断开，正在重连')).not.toBeInTheDocument();
  await dot.click();
  await expect
    .element(page.getByRole('dialog', { name: '与服务器的连接' }))
    .toHaveTextContent('登录已失效，数据不会自动更新，重新登录后恢复。');
});
