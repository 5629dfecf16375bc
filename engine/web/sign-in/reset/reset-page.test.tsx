import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ResetPage, takeToken } from './reset-page.tsx';

const token = `${'aB3_-'.repeat(8)}xyz`;
const good = 'Kestrel#quartz-71';
const field = (label: string) => page.getByLabelText(label, { exact: true });
const send = page.getByRole('button', { name: '设置新密码' });

async function start(answer: unknown = null): Promise<Call[]> {
  const calls = stubServer({ 'POST /api/password/reset': answer });
  await draw(<ResetPage token={token} />);
  return calls;
}

async function fill(password: string, again = password): Promise<void> {
  await field('新密码').fill(password);
  await field('确认新密码').fill(again);
  await send.click();
}

test('the new password is sent sealed with the token of the link, which is then used up', async () => {
  const calls = await start();
  await fill(good);
  await expect.element(page.getByRole('status')).toMatchTextContent('密码已重置，所有设备已退出登录');
  expect(calls.map(({ body }) => body)).toEqual([{ token, newPassword: expect.any(String) }]);
  expect(JSON.stringify(calls[0]?.body)).not.toContain(good);
  await expect.element(page.getByRole('link', { name: '重新申请' })).not.toBeInTheDocument();
});

describe('an error', () => {
  test.each([
    ['', '', '新密码', '请输入新密码'],
    ['Password123', 'Password123', '新密码', /密码/],
    [good, `${good}!`, '确认新密码', '两次输入的密码不一致'],
  ])('in the passwords “%s” and “%s” is shown at %s with the focus, and nothing is sent', async (password, again, label, words) => {
    const calls = await start();
    await fill(password, again);
    await expect.element(field(label)).toHaveAccessibleDescription(words);
    await expect.element(field(label)).toHaveFocus();
    expect(calls).toEqual([]);
  });

  test('from the server is shown at the password', async () => {
    await start(() => {
      throw new Refusal('refused', '提交的内容有误', { fields: [{ field: 'newPassword', message: '不能与最近用过的密码相同' }] });
    });
    await fill(good);
    await expect.element(field('新密码')).toHaveAccessibleDescription('不能与最近用过的密码相同');
    await expect.element(field('新密码')).toHaveFocus();
  });

  test('of the link is shown above the form, with the way to request another', async () => {
    await start(() => {
      throw new Refusal('refused', '提交的内容有误', { fields: [{ field: 'token', message: '链接已失效，请重新申请' }] });
    });
    await fill(good);
    await expect.element(page.getByRole('alert')).toHaveTextContent('链接已失效，请重新申请');
    await expect.element(page.getByRole('link', { name: '重新申请' })).toHaveAttribute('href', '/login?forgot');
  });

  test('of a link that was cut off in the mail is shown at once', async () => {
    await draw(<ResetPage token={token.slice(1)} />);
    await expect.element(page.getByRole('status')).toMatchTextContent('链接不完整');
    await expect.element(page.getByRole('link', { name: '重新申请' })).toBeVisible();
    await expect.element(send).not.toBeInTheDocument();
  });
});

test('the token of the link is removed from the address, the rest of which stays', () => {
  const before = location.href;
  history.replaceState(null, '', `${location.pathname}?from=mail#${token}`);
  expect(takeToken()).toBe(token);
  expect([location.search, location.hash]).toEqual(['?from=mail', '']);
  expect(takeToken()).toBe('');
  history.replaceState(null, '', before);
});
