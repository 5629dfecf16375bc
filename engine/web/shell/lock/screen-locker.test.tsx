import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lockScreen } from '../../platform/lock/lock-screen.ts';
import { request } from '../../platform/request/request.ts';
import { screenLock } from '../../platform/request/screen-lock.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ScreenLocker } from './screen-locker.tsx';

afterEach(() => screenLock.unlock());

const server = (more = {}) => stubServer({ 'POST /api/session/lock': { secondFactor: false }, 'POST /api/session/unlock': null, ...more });
const drawPage = () =>
  draw(
    <>
      <label>
        姓名 <input name="secret" defaultValue="机密" />
      </label>
      <ScreenLocker />
    </>,
  );
const locked = page.getByRole('heading', { name: '屏幕已锁定' });
const password = page.getByLabelText('密码', { exact: true });

describe('a locked screen', () => {
  test('leaves nothing of the page in the document, keeps what was typed, and restores it unchanged', async () => {
    const calls = server();
    await drawPage();
    const field = page.getByLabelText('姓名');
    await field.fill('草稿');
    await userEvent.keyboard('{Control>}{Alt>}l{/Alt}{/Control}');
    await expect.element(locked).toBeVisible();
    expect(document.querySelector('input[name=secret]')).toBeNull();
    expect(document.body.textContent).not.toContain('姓名');
    await expect.element(password).toHaveFocus();
    await password.fill('right');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('草稿');
    await expect.element(field).toHaveFocus();
    expect(calls.map(({ path }) => path)).toContain('/api/session/unlock');
    expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain('right');
  });

  test('also removes elements that are added to the page meanwhile, and restores them', async () => {
    server();
    await drawPage();
    void lockScreen();
    await expect.element(locked).toBeVisible();
    const late = document.createElement('p');
    late.textContent = '新消息';
    document.body.append(late);
    await expect.poll(() => late.isConnected).toBe(false);
    screenLock.unlock();
    await expect.poll(() => late.isConnected).toBe(true);
    late.remove();
  });

  test('can be unlocked after a change of the password that was under way when it was locked', async () => {
    signInAs();
    server({
      'POST /api/session/lock': ({ headers }: Call) => {
        if (headers.get('Authorization') !== 'changed') throw new Refusal('sessionEnded');
        return { secondFactor: false };
      },
    });
    await drawPage();
    void lockScreen();
    await expect.element(page.getByRole('button', { name: '重新登录' })).toBeVisible();
    sessionStore.renew({ accessToken: 'changed', secretKey: btoa('k'.repeat(32)) });
    await password.fill('right');
    await userEvent.keyboard('{Enter}');
    await expect.element(locked).not.toBeInTheDocument();
  });

  test('leaves no lock in this tab for whoever signs in after 退出登录', async () => {
    server({
      'POST /api/session/lock': ({ headers }: Call) => {
        if (!headers.has('Authorization')) throw new Refusal('noSession');
        return { secondFactor: true };
      },
    });
    await drawPage();
    void lockScreen();
    await expect.element(page.getByRole('button', { name: '用动态验证码解锁' })).toBeVisible();
    sessionStore.close();
    await expect.element(page.getByRole('alert')).toMatchTextContent('登录已过期');
    expect(sessionStorage.getItem('screenLocked')).toBeNull();
  });

  test('breaks no way to unlock in the middle of a word on a narrow telephone', async () => {
    await page.viewport(320, 640);
    server({ 'POST /api/session/lock': { secondFactor: true, passkey: true } });
    await drawPage();
    void lockScreen();
    for (const name of ['用通行密钥解锁', '用动态验证码解锁', '退出登录']) {
      const text = document.createRange();
      await expect.element(page.getByRole('button', { name })).toBeVisible();
      text.selectNodeContents(page.getByRole('button', { name }).element());
      expect(text.getClientRects(), name).toHaveLength(1);
    }
  });

  test('says what is wrong with a password, and asks again', async () => {
    server({
      'POST /api/session/unlock': () => {
        throw new Refusal('refused', '密码不正确');
      },
    });
    await drawPage();
    void lockScreen();
    await page.getByRole('button', { name: '解锁' }).click();
    await expect.element(page.getByText('请输入密码')).toBeVisible();
    await password.fill('wrong');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('密码不正确')).toBeVisible();
    await expect.element(password).toHaveValue('');
    await expect.element(password).toHaveFocus();
  });

  test('offers unlocking by a code to a person with a second factor', async () => {
    const calls = server({ 'POST /api/session/lock': { secondFactor: true } });
    await drawPage();
    void lockScreen();
    await page.getByRole('button', { name: '用动态验证码解锁' }).click();
    await page.getByLabelText('动态验证码或恢复码').fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('姓名')).toBeVisible();
    expect(calls.at(-1)?.body).toEqual({ code: '123456' });
  });

  test('asks for the password of the directory by which the person came', async () => {
    server({ 'POST /api/session/lock': { secondFactor: false, confirmBy: { kind: 'directory', label: '公司目录' } } });
    await drawPage();
    void lockScreen();
    await expect.element(page.getByLabelText('“公司目录”的密码', { exact: true })).toBeVisible();
  });

  test('lets a person who came by a provider, and has nothing to type, sign in anew', async () => {
    server({ 'POST /api/session/lock': { secondFactor: false, confirmBy: { kind: 'provider', label: '公司门户' } } });
    await drawPage();
    void lockScreen();
    await expect.element(page.getByRole('alert')).toMatchTextContent('请从“公司门户”重新登录。打开的标签页和草稿会保留。');
    await expect.element(page.getByRole('button', { name: '重新登录' })).toBeVisible();
    expect(document.querySelector('input')).toBeNull();
  });

  test('offers unlocking by a passkey to a person who has one', async () => {
    const credential = { id: 'a', rawId: new Uint8Array([1]).buffer, type: 'public-key', getClientExtensionResults: () => ({}) };
    const response = { authenticatorData: new ArrayBuffer(1), clientDataJSON: new ArrayBuffer(1), signature: new ArrayBuffer(1) };
    vi.spyOn(navigator.credentials, 'get').mockResolvedValue({ ...credential, response } as unknown as Credential);
    const calls = server({
      'POST /api/session/lock': { secondFactor: true, passkey: true, confirmBy: { kind: 'provider', label: '公司门户' } },
      'POST /api/sys/passkey/start-confirm': { ceremony: 'c', expiresIn: 300, options: { challenge: 'AQ' } },
    });
    await drawPage();
    void lockScreen();
    await expect.element(page.getByRole('button', { name: '用动态验证码解锁' })).toBeVisible();
    await page.getByRole('button', { name: '用通行密钥解锁' }).click();
    await expect.element(page.getByLabelText('姓名')).toBeVisible();
    expect(calls.at(-1)?.body).toMatchObject({ passkey: { ceremony: 'c' } });
  });

  test('leads to the sign-in page if the session has ended', async () => {
    server({
      'POST /api/session/lock': () => {
        throw new Refusal('noSession');
      },
    });
    await drawPage();
    void lockScreen();
    await expect.element(page.getByRole('alert')).toMatchTextContent('登录已过期，请重新登录');
    await expect.element(page.getByRole('button', { name: '重新登录' })).toBeVisible();
    expect(document.querySelector('input')).toBeNull();
  });
});

test('requests wait while the screen is locked, and a refusal for that reason locks this window too', async () => {
  let isLocked = true;
  const calls = server({
    'GET /api/x': () => {
      if (isLocked) throw new Refusal('screenLocked');
      return 'read';
    },
  });
  await drawPage();
  const answer = request('/api/x');
  await expect.element(locked).toBeVisible();
  const later = request('/api/x');
  expect(calls.filter(({ path }) => path === '/api/x')).toHaveLength(1);
  isLocked = false;
  screenLock.unlock();
  expect([await answer, await later]).toEqual(['read', 'read']);
});
