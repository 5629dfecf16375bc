import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OwnSession } from '../own.ts';
import { OwnSessions } from './own-sessions.tsx';

const session = (id: string, values: Partial<OwnSession> = {}): OwnSession => ({
  id,
  loginIp: `10.0.0.${id}`,
  loginBrowser: 'Chrome 138.0',
  loginOs: 'Windows 10',
  loginTime: '2026-03-04 05:06:07',
  lastSeenTime: '2026-03-04 06:00:00',
  tabCount: 1,
  current: false,
  ...values,
});
const path = 'GET /api/sys/user/select-sessions';
const three = [
  session('1', { current: true }),
  session('2', { loginBrowser: 'Firefox 141.0', loginOs: 'Linux' }),
  session('3', { loginBrowser: null, loginOs: null, loginIp: null }),
];
const start = async (sessions: unknown, more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ [path]: sessions, ...more });
  await draw(<OwnSessions />);
  return calls;
};
const line = (words: string) => page.getByRole('listitem').filter({ hasText: words });
const dialog = page.getByRole('dialog');
const ends = (calls: Call[]): string[] => calls.filter(({ method }) => method === 'DELETE').map((call) => call.path);
const asked = (calls: Call[]): number => calls.filter((call) => `GET ${call.path}` === path).length;

test('lists where the user is signed in, in readable words, and marks the current device', async () => {
  await start(three);
  await expect
    .element(line('Chrome 138 于 Windows 10'))
    .toMatchTextContent('当前设备IP 10.0.0.1登录于 2026-03-04 05:06:07最近使用 2026-03-04 06:00:00');
  await expect.element(line('未知设备')).toMatchTextContent('IP 未知');
  // The current session ends by signing out instead.
  await expect.element(page.getByRole('button', { name: /下线 Chrome/ })).not.toBeInTheDocument();
});

test('a device is signed out after a confirmation that focuses 取消', async () => {
  let all = three;
  const calls = await start(() => all, {
    'DELETE /api/sys/user/end-session/2': () => {
      all = three.filter(({ id }) => id !== '2');
    },
  });
  await page.getByRole('button', { name: '下线 Firefox 141 于 Linux' }).click();
  await expect.element(dialog).toMatchTextContent('“Firefox 141 于 Linux”会立即收到提示并退出登录。');
  await expect.element(dialog.getByRole('button', { name: '取消' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(ends(calls)).toEqual([]);
  await page.getByRole('button', { name: '下线 Firefox 141 于 Linux' }).click();
  await dialog.getByRole('button', { name: '下线' }).click();
  await expect.element(page.getByText('已下线')).toBeVisible();
  await expect.element(line('Firefox')).not.toBeInTheDocument();
  expect(ends(calls)).toEqual(['/api/sys/user/end-session/2']);
});

test('all other devices are signed out at once, and counted', async () => {
  const calls = await start(three, { 'DELETE /api/sys/user/end-other-sessions': { ended: 2 } });
  await page.getByRole('button', { name: '下线其他所有设备' }).click();
  await dialog.getByRole('button', { name: '下线', exact: true }).click();
  await expect.element(page.getByText('已下线 2 台设备')).toBeVisible();
  expect(ends(calls)).toEqual(['/api/sys/user/end-other-sessions']);
});

test('with only one device, signing out the others is disabled', async () => {
  await start(three.slice(0, 1));
  await expect.element(page.getByRole('button', { name: '下线其他所有设备' })).toBeDisabled();
});

test('a session that has ended meanwhile still leaves the list', async () => {
  let all = three;
  const calls = await start(() => all, {
    'DELETE /api/sys/user/end-session/2': () => {
      all = three.filter(({ id }) => id !== '2');
      throw new Refusal('gone');
    },
  });
  await page.getByRole('button', { name: '下线 Firefox 141 于 Linux' }).click();
  await dialog.getByRole('button', { name: '下线', exact: true }).click();
  await expect.element(page.getByText('数据不存在或已被删除')).toBeVisible();
  await expect.element(line('Firefox')).not.toBeInTheDocument();
  expect(asked(calls)).toBe(2);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a stale list says that it may be stale, and why', async () => {
  let broken = false;
  await start(() => {
    if (broken) throw new Refusal('notPermitted');
    return three;
  });
  await expect.element(line('Firefox')).toBeVisible();
  broken = true;
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('没有操作权限。下面的设备可能不是最新的。')).toBeVisible();
  await expect.element(line('Firefox')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '立即重试' }).click();
  await expect.element(page.getByText('下面的设备可能不是最新的。')).not.toBeInTheDocument();
});
