import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ForgotPage } from './forgot-page.tsx';

const account = page.getByLabelText('账号');
const send = page.getByRole('button', { name: '发送重置链接' });

async function start(answer: unknown = null): Promise<Call[]> {
  const calls = stubServer({ 'POST /api/password/forgot': answer });
  await draw(<ForgotPage />);
  return calls;
}

test('sends one request, and does not reveal whether the account exists', async () => {
  const { answer, release } = deferredAnswer(null);
  const calls = await start(answer);
  await account.fill(' wei.li ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: '正在提交…' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  release();
  await expect.element(page.getByRole('status')).toMatchTextContent('如果该账号绑定了邮箱');
  expect(calls.map(({ body }) => body)).toEqual([{ account: 'wei.li' }]);
  await expect.element(page.getByRole('link', { name: '返回登录' })).toHaveAttribute('href', '/login');
});

test('reports a missing account at its field, with the focus, and sends nothing', async () => {
  const calls = await start();
  await account.fill('  ');
  await send.click();
  await expect.element(account).toHaveAccessibleDescription('请输入账号');
  await expect.element(account).toHaveFocus();
  expect(calls).toEqual([]);
});

test('shows a refusal at the field, and can be sent again', async () => {
  let refused = true;
  const calls = await start(() => {
    if (refused) throw new Refusal('tooMany', '请求过于频繁，请稍后再试');
    return null;
  });
  await account.fill('wei.li');
  await send.click();
  await expect.element(account).toHaveAccessibleDescription('请求过于频繁，请稍后再试');
  await expect.element(account).toHaveFocus();
  refused = false;
  await send.click();
  await expect.element(page.getByRole('status')).toBeVisible();
  expect(calls).toHaveLength(2);
});
