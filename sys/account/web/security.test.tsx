import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '@back-office/web/testing/on-phone.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ProfilePage } from './profile-page.tsx';

const off = { active: false, app: false, required: false, recoveryCodes: 0 };
const start = async (twoStep: unknown, more: Record<string, unknown> = {}): Promise<Call[]> => {
  const calls = stubServer({ 'GET /api/sys/user/two-step': twoStep, ...more });
  await draw(<ProfilePage />, { at: '/profile?tab=security' });
  return calls;
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = page.getByRole('dialog');
const posts = (calls: Call[]): string[] => calls.filter(({ method }) => method === 'POST').map(({ path }) => path);

test('the address names the selected tab', async () => {
  stubServer({ 'GET /api/sys/user/two-step': off, 'GET /api/sys/user/select-sessions': [] });
  const { address } = await draw(<ProfilePage />, { at: '/profile?tab=security' });
  await expect.element(page.getByRole('heading', { name: '修改密码' })).toBeVisible();
  await page.getByRole('tab', { name: '登录设备' }).click();
  expect(address()).toBe('/profile?tab=sessions');
});

test('on a phone the tabs form one row, in which the selected tab is visible', async () => {
  await onPhone();
  stubServer({ 'GET /api/sys/user/two-step': off });
  await draw(<ProfilePage />, { at: '/profile?tab=preferences' });
  const shown = page.getByRole('tab', { name: '偏好设置' });
  await expect.element(shown).toHaveAttribute('aria-selected', 'true');
  const tabs = () => page.getByRole('tab').elements();
  expect(new Set(tabs().map((tab) => tab.getBoundingClientRect().top)).size).toBe(1);
  const isWhole = (tab: Element): boolean => {
    const { left, right } = tab.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  };
  await expect.poll(() => isWhole(shown.element())).toBe(true);
  // antd would put the rest behind a button among the tabs, which a tablist must not contain.
  expect(document.querySelector('.ant-tabs-nav-more')?.checkVisibility() ?? false).toBe(false);
  await shown.click();
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByRole('tab', { name: '个人资料' })).toHaveFocus();
  await expect.poll(() => isWhole(page.getByRole('tab', { name: '个人资料' }).element())).toBe(true);
});

describe('two-step verification', () => {
  const password = dialog.getByLabelText('登录密码');
  const code = dialog.getByLabelText('动态验证码');

  test('is set up with password, secret and a first code; its recovery codes are shown once', async () => {
    let state = off;
    const calls = await start(() => state, {
      'POST /api/sys/user/start-two-step': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
      'POST /api/sys/user/confirm-two-step': () => {
        state = { active: true, app: true, required: false, recoveryCodes: 8 };
        return { recoveryCodes: ['AAAA-1111', 'BBBB-2222'] };
      },
    });
    await expect.element(page.getByText('未启用')).toBeVisible();
    await press('启用两步验证');
    await expect.element(password).toHaveFocus();
    await password.fill('Pw-Secret-2026');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await expect.element(dialog.getByRole('img', { name: '两步验证二维码' })).toBeVisible();
    await expect.element(dialog.getByText('ABCD EFGH')).toBeVisible();
    await code.fill('123456');
    await dialog.getByRole('button', { name: '启用' }).click();
    await expect.element(dialog.getByText('BBBB-2222')).toBeVisible();
    // Can be left only by the button that confirms having read it.
    await expect.element(dialog.getByRole('button', { name: '取消' })).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: '我已保存' }).click();
    await expect.element(page.getByText('已启用')).toBeVisible();
    await expect.element(page.getByText('还有 8 个恢复码可用。')).toBeVisible();
    expect(posts(calls)).toEqual(['/api/sys/user/start-two-step', '/api/sys/user/confirm-two-step']);
    // The password is sent encrypted.
    expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain('Pw-Secret');
  });

  test('asks people whom a directory signed in for its password', async () => {
    await start({ ...off, confirmBy: { kind: 'directory', label: '公司目录' } });
    await press('启用两步验证');
    await expect.element(dialog.getByLabelText('“公司目录”的密码')).toHaveFocus();
  });

  test('asks people without a local password, whom a provider signed in, for none', async () => {
    const secret = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' };
    const confirmBy = { kind: 'provider', label: '公司门户' };
    const calls = await start({ ...off, confirmBy }, { 'POST /api/sys/user/start-two-step': secret });
    await press('启用两步验证');
    await expect.element(dialog.getByText('您从“公司门户”登录，不需要密码')).toBeVisible();
    await dialog.getByRole('button', { name: '下一步' }).click();
    await expect.element(dialog.getByText('ABCD EFGH')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('start-two-step'))?.body).toEqual({});
  });

  test('asks people whom a passkey signed in, and who have no local password, for a code', async () => {
    const on = { active: true, app: false, required: false, recoveryCodes: 8, confirmBy: { kind: 'secondFactor', label: '两步验证' } };
    const calls = await start(on, { 'POST /api/sys/user/start-two-step': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } });
    await press('启用两步验证');
    await expect.element(dialog.getByText('请先用您已有的通行密钥确认是您本人。')).toBeVisible();
    await dialog.getByRole('button', { name: '改用恢复码' }).click();
    const recovery = dialog.getByLabelText('恢复码');
    await expect.element(recovery).toHaveFocus();
    await expect.element(recovery).toHaveAccessibleDescription('通行密钥不在身边时，可输入一个恢复码。');
    await expect.element(password).not.toBeInTheDocument();
    await recovery.fill('AAAA-1111');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await expect.element(dialog.getByText('ABCD EFGH')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('start-two-step'))?.body).toEqual({ code: 'AAAA-1111' });
  });

  test.each([
    ['启用两步验证', '下一步', 'start-two-step'],
    ['更换恢复码', '更换', 'renew-recovery-codes'],
  ])('asks people with a passkey for it besides the password, or for a code: %s', async (button, next, call) => {
    const asked = { ceremony: 'c1', options: { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] } };
    const calls = await start(
      { active: true, app: false, required: false, recoveryCodes: 8 },
      {
        'POST /api/sys/passkey/start-confirm': asked,
        [`POST /api/sys/user/${call}`]: { recoveryCodes: ['AAAA-1111'], secret: 'ABCDEFGH', uri: 'otpauth://totp/x' },
      },
    );
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await press(button);
    await password.fill('Pw-Secret-2026');
    await dialog.getByRole('button', { name: next }).click();
    await expect.element(dialog.getByRole('alert').first()).toMatchTextContent('已取消，或等待超时');
    expect(posts(calls)).toEqual(['/api/sys/passkey/start-confirm']);
    await dialog.getByRole('button', { name: '改用恢复码' }).click();
    await dialog.getByLabelText('恢复码').fill('AAAA-1111');
    await dialog.getByRole('button', { name: next }).click();
    await expect.poll(() => posts(calls)).toContain(`/api/sys/user/${call}`);
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      password: expect.stringMatching(/^v1\./),
      code: 'AAAA-1111',
    });
  });

  test('reports a wrong password in the dialog, which can be cancelled', async () => {
    await start(off, {
      'POST /api/sys/user/start-two-step': () => {
        throw new Refusal('refused', '密码错误');
      },
    });
    await press('启用两步验证');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await expect.element(dialog.getByText('请输入密码')).toBeVisible();
    await password.fill('wrong');
    await dialog.getByRole('button', { name: '下一步' }).click();
    await expect.element(dialog.getByRole('alert').first()).toMatchTextContent('密码错误');
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is turned off with the password and a code', async () => {
    let state = { active: true, app: true, required: false, recoveryCodes: 2 };
    const calls = await start(() => state, {
      'POST /api/sys/user/stop-two-step': () => {
        state = off;
      },
    });
    await press('停用');
    await password.fill('Pw-Secret-2026');
    await dialog.getByRole('button', { name: '停用' }).click();
    await expect.element(dialog.getByText('请输入验证码')).toBeVisible();
    await code.fill(' ab12 ');
    await dialog.getByRole('button', { name: '停用' }).click();
    await expect.element(page.getByText('未启用')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('stop-two-step'))?.body).toMatchObject({ code: 'ab12' });
  });

  test('cannot be turned off if an administrator requires it', async () => {
    await start({ active: true, app: true, required: true, recoveryCodes: 8 });
    await expect.element(page.getByRole('button', { name: '更换恢复码' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: '停用' })).not.toBeInTheDocument();
  });
});

describe('the password', () => {
  const field = (name: string) => page.getByLabelText(name, { exact: true });
  const path = 'PUT /api/sys/user/update-password';
  const renewed = { credentials: { accessToken: 'renewed', secretKey: btoa('n'.repeat(32)) } };
  const keys = 'GET /api/sys/token/select-own';
  const fill = async (again = 'Kestrel-Harbour-2026'): Promise<void> => {
    await field('原密码').fill('Old-Secret-2026');
    await field('新密码').fill('Kestrel-Harbour-2026');
    await field('确认新密码').fill(again);
    await press('修改密码');
  };

  test('is changed and sent encrypted, and the session continues under new credentials', async () => {
    const calls = await start(off, { [path]: renewed, [keys]: [] });
    await fill();
    await expect.element(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible();
    const query = calls.find((call) => `PUT ${call.path}` === path)?.query;
    expect([query?.get('oldPassword'), query?.get('newPassword')]).toEqual([
      expect.stringMatching(/^v1\./),
      expect.stringMatching(/^v1\./),
    ]);
    expect(sessionStore.get().rolesCredentials?.credentials.accessToken).toBe('renewed');
    await expect.element(field('新密码')).toHaveValue('');
    // Asked last: the next test would answer otherwise.
    await expect.poll(() => calls.some((call) => `GET ${call.path}` === keys)).toBe(true);
  });

  test('leaves valid API keys, of which the person is told, and which they may delete at once', async () => {
    const key = { tokenStatus: '正常', expireTime: '2999-01-01 00:00:00' };
    const rows = [key, { ...key, expireTime: '2026-01-01 00:00:00' }, { ...key, tokenStatus: '停用' }];
    const calls = await start(off, { [path]: renewed, [keys]: rows, 'DELETE /api/sys/token/delete-own-all': { ended: 3 } });
    await fill();
    await expect.element(dialog).toMatchTextContent('您还有 1 个有效的接口密钥');
    await expect.element(dialog.getByRole('button', { name: '保留' })).toHaveFocus();
    await dialog.getByRole('button', { name: '全部删除' }).click();
    await expect.element(page.getByText('已删除全部接口密钥')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test('is not sent if the repetition differs', async () => {
    const calls = await start(off);
    await fill('Kestrel-Harbour-2027');
    await expect.element(page.getByText('两次输入的密码不一致')).toBeVisible();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('shows a refusal by the server at the field it concerns', async () => {
    await start(off, {
      [path]: () => {
        throw new Refusal('refused', undefined, { fields: [{ field: 'oldPassword', message: '原密码错误' }] });
      },
    });
    await fill();
    await expect.element(page.getByText('原密码错误').first()).toBeVisible();
    await expect.element(field('原密码')).toHaveAttribute('aria-invalid', 'true');
  });
});
