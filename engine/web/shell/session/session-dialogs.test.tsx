import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { feedback } from '../../platform/feedback/feedback.ts';
import { request } from '../../platform/request/request.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { sessionEnds } from '../../platform/request/session-ends.ts';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Refusal, stubServer } from '../../testing/stub-server.ts';
import { submitAgain } from '../../testing/submit-again.ts';
import { SessionEndBanner } from './session-end-banner.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

const captcha = (): string => [...document.querySelectorAll('.captcha span[aria-hidden]')].map(({ textContent }) => textContent).join('');

describe('the banner before the end of a session', () => {
  const endIn = (idle: number, total = 3_600_000): void =>
    sessionEnds.record({ token: getAccessToken() ?? '', idle: Date.now() + idle, total: Date.now() + total });
  const line = page.getByRole('alert');

  test('is not shown while there is time', async () => {
    endIn(600_000);
    await draw(<SessionEndBanner />);
    await expect.element(line).not.toBeInTheDocument();
  });

  test('warns, counts down for sighted people only, and disappears when the session is used', async () => {
    const calls = stubServer({ 'GET /api/sys/user/two-step': {} });
    endIn(90_000);
    await draw(<SessionEndBanner />);
    await expect.element(line).toMatchTextContent('长时间没有操作，登录即将过期');
    const clock = document.querySelector('.shell-expired-time');
    await expect.poll(() => clock?.textContent).toMatch(/^1:(30|2\d)$/);
    const before = clock?.textContent;
    expect(clock?.getAttribute('aria-hidden')).toBe('true');
    await expect.poll(() => clock?.textContent).not.toBe(before);
    await line.getByRole('button', { name: '继续使用' }).click();
    await expect.poll(() => calls.map(({ path }) => path)).toContain('/api/sys/user/two-step');
    endIn(3_000_000);
    await expect.element(line).not.toBeInTheDocument();
  });

  test('says when the maximum age of the session ends it, and then asks for the password', async () => {
    endIn(90_000, 60_000);
    await draw(<SessionEndBanner />);
    await expect.element(line).toMatchTextContent('本次登录即将到期，继续使用需再次登录');
    await line.getByRole('button', { name: '继续使用' }).click();
    await expect.element(page.getByRole('dialog', { name: '重新登录' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  });
});

describe('the banner before the end of a preview', () => {
  test('ends the preview, and never puts the person’s own session in its place', async () => {
    const now = sessionStore.get();
    const own = now.rolesCredentials;
    if (own === null) throw new Error('Nobody is signed in');
    // Leaving the preview navigates within this page, so that the browser does not load another.
    vi.spyOn(sessionStore, 'get').mockReturnValue({ ...now, preview: { roleName: '文员', own, back: '#left' } });
    const calls = stubServer({ 'POST /api/logout': null });
    sessionEnds.record({ token: getAccessToken() ?? '', idle: Date.now() + 90_000, total: Date.now() + 60_000 });
    await draw(<SessionEndBanner />);
    const line = page.getByRole('alert');
    await expect.element(line).toMatchTextContent('预览即将到期');
    await line.getByRole('button', { name: '退出预览' }).click();
    await expect.poll(() => location.hash).toBe('#left');
    expect(calls.map(({ path }) => path)).toEqual(['/api/logout']);
    await expect.element(page.getByRole('dialog', { name: '重新登录' })).not.toBeInTheDocument();
    history.replaceState(null, '', location.pathname + location.search);
  });
});

describe('signing in again over the page', () => {
  const answers: boolean[] = [];
  const drawDialog = async () => {
    answers.length = 0;
    await draw(<SignInAgainDialog onDone={(again) => answers.push(again)} />);
    await expect.poll(captcha).not.toBe('');
  };
  const dialog = page.getByRole('dialog', { name: '重新登录' });
  const password = () => dialog.getByLabelText('密码', { exact: true });
  const code = () => dialog.getByLabelText('验证码');

  test('shows the account, which cannot be changed, and starts at the password', async () => {
    await drawDialog();
    await expect.element(dialog.getByLabelText('账号')).toHaveAttribute('readonly');
    await expect.element(dialog.getByLabelText('账号')).toHaveValue('admin');
    await expect.element(password()).toHaveFocus();
  });

  test('requires both fields, and says so at each', async () => {
    await drawDialog();
    await dialog.getByRole('button', { name: '登录', exact: true }).click();
    await expect.element(dialog.getByText('请输入密码')).toBeVisible();
    await expect.element(dialog.getByText('请输入验证码')).toBeVisible();
  });

  test('refuses a wrong code before anything is sent, and draws another', async () => {
    const calls = stubServer();
    await drawDialog();
    const before = captcha();
    await password().fill('secret-12');
    await code().fill('····');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('验证码错误')).toBeVisible();
    await expect.poll(captcha).not.toBe(before);
    await expect.element(code()).toHaveValue('');
    expect(calls).toEqual([]);
  });

  test('reports a wrong password, draws another code and selects the whole password', async () => {
    stubServer({
      'POST /api/login': () => {
        throw new Refusal('wrongPassword');
      },
    });
    await drawDialog();
    const before = captcha();
    await password().fill('secret-12');
    await code().fill(before.toUpperCase());
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('账号或密码错误')).toBeVisible();
    await expect.element(password()).toHaveFocus();
    const { selectionStart, selectionEnd } = password().element() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, 'secret-12'.length]);
    expect(captcha()).not.toBe(before);
    expect(answers).toEqual([]);
  });

  test('sends the password once, however often Enter is pressed meanwhile', async () => {
    const { promise, reject } = Promise.withResolvers();
    const calls = stubServer({ 'POST /api/login': () => promise });
    await drawDialog();
    await password().fill('secret-12');
    await code().fill(captcha());
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => calls).toHaveLength(1);
    submitAgain();
    await userEvent.keyboard('{Enter}');
    reject(new Refusal('wrongPassword'));
    await expect.element(dialog.getByText('账号或密码错误')).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  test('取消 declines', async () => {
    await drawDialog();
    await dialog.getByRole('button', { name: '取消' }).click();
    expect(answers).toEqual([false]);
  });

  test('a press on the code draws another', async () => {
    await drawDialog();
    const before = captcha();
    await dialog.getByRole('button', { name: '点击换一张' }).click();
    await expect.poll(captcha).not.toBe(before);
  });
});

describe('messages of the request layer', () => {
  test('the same error of many calls is shown once', async () => {
    stubServer({
      'GET /api/x': () => {
        throw new Refusal('notPermitted');
      },
    });
    await draw(<p>page</p>);
    await feedback.ready();
    await Promise.allSettled([request('/api/x'), request('/api/x'), request('/api/x')]);
    await expect.element(page.getByText('没有操作权限')).toBeVisible();
    expect(page.getByText('没有操作权限').elements()).toHaveLength(1);
  });

  test('an expired session asks once; 取消 keeps the page and leaves a way to sign in', async () => {
    stubServer({
      'GET /api/x': () => {
        throw new Refusal('noSession');
      },
    });
    await draw(<p>what I was reading</p>);
    await feedback.ready();
    const both = Promise.allSettled([request('/api/x'), request('/api/x')]);
    const dialog = page.getByRole('dialog', { name: '登录过期' });
    await expect.element(dialog).toBeVisible();
    expect(page.getByRole('dialog').elements()).toHaveLength(1);
    await dialog.getByRole('button', { name: '取消' }).click();
    await both;
    await expect.element(page.getByText('what I was reading')).toBeVisible();
    await expect.element(page.getByText('登录已过期，当前内容仍可查看')).toBeVisible();
    await page.getByRole('button', { name: '不离开本页登录' }).click();
    await expect.element(page.getByRole('dialog', { name: '重新登录' })).toBeVisible();
    await page.getByRole('dialog', { name: '重新登录' }).getByRole('button', { name: '取消' }).click();
  });

  test('what was only marked after 取消 is read again once the person has signed in from the line', async () => {
    const own = sessionStore.get().rolesCredentials;
    if (own === null) throw new Error('Nobody is signed in');
    const read = vi.fn(() => null);
    stubServer({
      'GET /api/x': () => {
        throw new Refusal('noSession');
      },
      'GET /api/y': read,
      'POST /api/login': () => ({ ...own, credentials: { ...own.credentials, accessToken: 'the next' } }),
    });
    const told = vi.fn<(queries: QueryClient) => void>();
    const Reader = () => {
      const queries = useQueryClient();
      useEffect(() => told(queries), [queries]);
      useQuery({ queryKey: ['y'], queryFn: () => request('/api/y') });
      return null;
    };
    await draw(<Reader />);
    await feedback.ready();
    await expect.poll(() => read).toHaveBeenCalledTimes(1);
    const refused = request('/api/x').catch(() => undefined);
    await page.getByRole('dialog', { name: '登录过期' }).getByRole('button', { name: '取消' }).click();
    await refused;
    await told.mock.lastCall?.[0].invalidateQueries({ queryKey: ['y'] });
    expect(read).toHaveBeenCalledTimes(1);
    await page.getByRole('button', { name: '不离开本页登录' }).click();
    const dialog = page.getByRole('dialog', { name: '重新登录' });
    await dialog.getByLabelText('密码', { exact: true }).fill('secret-12');
    await dialog.getByLabelText('验证码').fill(captcha());
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => read).toHaveBeenCalledTimes(2);
  });
});
