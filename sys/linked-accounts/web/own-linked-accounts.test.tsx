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

test('a link is removed after a confirmation that focuses 取消', async () => {
  let rows: unknown[] = [row];
  const { calls } = await start(() => rows, { 'DELETE /api/sys/linked-account/delete-own/1': () => void (rows = []) });
  await page.getByRole('button', { name: '解除关联 林小满' }).click();
  await expect.element(dialog).toMatchTextContent('解除“林小满”的关联？');
  await expect.element(dialog.getByRole('button', { name: '取消' })).toHaveFocus();
  await dialog.getByRole('button', { name: '解除关联' }).click();
  await expect.element(page.getByText('已解除关联')).toBeVisible();
  await expect.element(page.getByText(/还没有关联其他账号/)).toBeVisible();
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a link already removed in another window leaves the list, with the server’s message', async () => {
  let rows: unknown[] = [row];
  await start(() => rows, {
    'DELETE /api/sys/linked-account/delete-own/1': () => {
      rows = [];
      throw new Refusal('gone');
    },
  });
  await page.getByRole('button', { name: '解除关联 林小满' }).click();
  await dialog.getByRole('button', { name: '解除关联' }).click();
  await expect.element(page.getByText('数据不存在或已被删除')).toBeVisible();
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
