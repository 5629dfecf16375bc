import { liveClose } from '@back-office/contract/calls/live.ts';
import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { liveStore } from '../../platform/live/live-store.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { liveTicket, stubLive } from '../../testing/stub-live.ts';
import { zhang } from '../../testing/zhang.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ViewPage } from './view-page.tsx';

const refuse = (): never => {
  throw new Refusal('gone');
};

test('a record deleted by someone else stays visible, and the page says so', async () => {
  signInAs();
  const gone = { at: false, asked: [] as string[] };
  const unlessGone = (what: string, answer: unknown) => () => {
    gone.asked.push(what);
    return gone.at ? refuse() : answer;
  };
  stubServer({
    ...liveTicket,
    'GET /api/sys/user/select/7': unlessGone('record', zhang),
    'POST /api/live/watch': unlessGone('watch', { version: 3 }),
  });
  const live = await stubLive();
  await draw(<ViewPage resource={user} id="7" />, { at: '/sys/user/view/7' });
  await expect.element(page.getByText('13800138000')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '编辑' })).toBeVisible();
  gone.at = true;
  live.change('record', { resource: 'sys/user', ids: ['8'] });
  live.change('record', { resource: 'sys/user', ids: ['7'] });
  await expect.element(page.getByRole('status').filter({ hasText: '这条数据已被删除，现在显示的是删除前的内容' })).toBeVisible();
  await expect.element(page.getByText('13800138000')).toBeVisible();
  // A deleted record cannot be edited: the save would be refused.
  await expect.element(page.getByRole('button', { name: '编辑' })).not.toBeInTheDocument();
  // The record is not refetched, which would repeat the banner's text as an error message.
  live.change('record', { resource: 'sys/user', ids: ['7'] });
  await expect.poll(() => gone.asked).toEqual(['record', 'watch', 'watch', 'watch']);
  expect(page.getByText('数据不存在或已被删除').elements()).toEqual([]);
});

test('a record saved by someone else is updated on the page', async () => {
  signInAs();
  let stored = zhang;
  stubServer({
    ...liveTicket,
    'GET /api/sys/user/select/7': () => stored,
    'POST /api/live/watch': () => ({ version: stored.version }),
  });
  const live = await stubLive();
  await draw(<ViewPage resource={user} id="7" />, { at: '/sys/user/view/7' });
  await expect.element(page.getByText('13800138000')).toBeVisible();
  stored = { ...zhang, version: 4, userPhone: '13900139000' };
  live.change('record', { resource: 'sys/user', ids: ['7'] });
  await expect.element(page.getByText('13900139000')).toBeVisible();
  expect(page.getByRole('status').filter({ hasText: '他人' }).elements()).toEqual([]);
});

test('a record that is open while its reader signs in again is updated, and watched by the new session', async () => {
  signInAs();
  let stored = zhang;
  const calls = stubServer({
    ...liveTicket,
    'GET /api/sys/user/select/7': () => stored,
    'POST /api/live/watch': () => ({ version: stored.version }),
  });
  const watches = (): number => calls.filter(({ path }: Call) => path === '/api/live/watch').length;
  const live = await stubLive();
  await draw(<ViewPage resource={user} id="7" />, { at: '/sys/user/view/7' });
  await expect.poll(watches).toBe(1);
  live.lose(liveClose.ended);
  stored = { ...zhang, version: 4, userPhone: '13900139000' };
  liveStore.start('of the new session');
  await expect.poll(() => (live.welcome(), liveStore.get())).toBe('connected');
  await expect.poll(watches).toBe(2);
  await expect.element(page.getByText('13900139000')).toBeVisible();
});

test('a record that another window of the session has left is watched again, and shows what was missed meanwhile', async () => {
  signInAs();
  let stored = zhang;
  const calls = stubServer({
    ...liveTicket,
    'GET /api/sys/user/select/7': () => stored,
    'POST /api/live/watch': () => ({ version: stored.version }),
    'DELETE /api/live/watch/7': null,
  });
  await stubLive();
  const other = new BroadcastChannel('unwatched');
  const heard: unknown[] = [];
  other.addEventListener('message', ({ data }) => heard.push(data));
  const { unmount } = await draw(<ViewPage resource={user} id="7" />, { at: '/sys/user/view/7' });
  await expect.element(page.getByText('13800138000')).toBeVisible();
  stored = { ...zhang, version: 4, userPhone: '13900139000' };
  other.postMessage({ id: '7' });
  await expect.element(page.getByText('13900139000')).toBeVisible();
  // And so is this window's leave announced to the other, once the server knows of it.
  await unmount();
  await expect.poll(() => heard).toEqual([{ id: '7' }]);
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/live/watch/7' });
  other.close();
});
