import { configStore } from '@back-office/web/platform/session/config-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { OwnLinkedAccounts } from './own-linked-accounts.tsx';

const list = 'GET /api/sys/linked-account/select-own';
const row = { id: '1', version: 0, externalName: '林小满', loginMethod: 'corp', lastUsedTime: '2026-11-20 08:00:00' };
const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const dialog = page.getByRole('dialog');

async function start(rows: unknown, more: Record<string, unknown> = {}) {
  const calls: Call[] = stubServer({ [list]: rows, ...more });
  return { calls, ...(await draw(<OwnLinkedAccounts />)) };
}

test('shows the sign-in method of each linked account by its label, and when it was last used', async () => {
  const config = configStore.get();
  const corp = { id: 'corp', kind: 'oidc', label: '集团门户' } as const;
  vi.spyOn(configStore, 'get').mockReturnValue(config && { ...config, signIn: [corp] });
  await start([row, { ...row, id: '2', externalName: 'lin@old', loginMethod: 'gone', lastUsedTime: null }]);
  await expect.element(line('林小满')).toMatchTextContent('集团门户最近登录 2026-11-20 08:00:00');
  // A sign-in method that is no longer configured is shown by its id.
  await expect.element(line('lin@old')).toMatchTextContent('gone最近登录 无');
});

test('says how to link an account if there is none', async () => {
  await start([]);
  await expect.element(page.getByText(/还没有关联其他账号。在登录页选择其他登录方式/)).toBeVisible();
});

const endCall = 'POST /api/sys/linked-account/end-own/1';
const off = { active: false, app: false, required: false, recoveryCodes: 0 };
const twoStep = (answer: object) => ({ 'GET /api/sys/user/two-step': answer });

test('a link is removed with the password, sent encrypted', async () => {
  let rows: unknown[] = [row];
  const { calls } = await start(() => rows, { [endCall]: () => void (rows = []), ...twoStep(off) });
  await page.getByRole('button', { name: '解除关联 林小满' }).click();
  await expect.element(dialog).toMatchTextContent('解除“林小满”的关联？');
  await expect.element(dialog.getByLabelText('登录密码')).toHaveFocus();
  await dialog.getByRole('button', { name: '解除关联' }).click();
  await expect.element(dialog.getByText('请输入密码')).toBeVisible();
  await dialog.getByLabelText('登录密码').fill('Pw-Secret-2026');
  await dialog.getByRole('button', { name: '解除关联' }).click();
  await expect.element(page.getByText('已解除关联')).toBeVisible();
  await expect.element(page.getByText(/还没有关联其他账号/)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const ended = calls.filter(({ path }) => path.includes('/end-own/'));
  expect(ended.map(({ body }) => body)).toEqual([{ password: expect.stringMatching(/^v1\./) as string }]);
});

test('a link is removed with a code by whoever has a second factor', async () => {
  const { calls } = await start([row], { [endCall]: undefined, ...twoStep({ ...off, active: true, app: true }) });
  await page.getByRole('button', { name: '解除关联 林小满' }).click();
  await expect.element(dialog.getByLabelText('动态验证码')).toHaveFocus();
  await dialog.getByLabelText('动态验证码').fill(' 123456 ');
  await dialog.getByRole('button', { name: '解除关联' }).click();
  await expect.element(page.getByText('已解除关联')).toBeVisible();
  expect(calls.find(({ path }) => path.includes('/end-own/'))?.body).toEqual({ code: '123456' });
});

test('a link already removed in another window leaves the list, with the server’s message', async () => {
  let rows: unknown[] = [row];
  const gone = () => {
    rows = [];
    throw new Refusal('gone');
  };
  await start(() => rows, { [endCall]: gone, ...twoStep(off) });
  await page.getByRole('button', { name: '解除关联 林小满' }).click();
  await dialog.getByLabelText('登录密码').fill('Pw-Secret-2026');
  await dialog.getByRole('button', { name: '解除关联' }).click();
  await expect.element(dialog.getByText('数据不存在或已被删除')).toBeVisible();
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect.element(page.getByText(/还没有关联其他账号/)).toBeVisible();
  await expect.element(page.getByText('已解除关联')).not.toBeInTheDocument();
});

test('a list that cannot be loaded says so, and keeps what was loaded before', async () => {
  let broken = true;
  const { queries } = await start(() => {
    if (broken) throw new Refusal('notPermitted');
    return [row];
  });
  await expect.element(page.getByRole('heading', { name: '加载失败' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(line('林小满')).toBeVisible();
  broken = true;
  await queries.refetchQueries();
  await expect.element(page.getByText('没有操作权限。下面的关联可能不是最新的。')).toBeVisible();
  await expect.element(line('林小满')).toBeVisible();
});
