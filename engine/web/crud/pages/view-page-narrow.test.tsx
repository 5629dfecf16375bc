import { user } from '@back-office/sys/users/user.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { zhang } from '../../testing/zhang.ts';
import { ViewPage } from './view-page.tsx';

const done: string[] = [];
const actions = ['提交审批', '部门同意', '部门驳回'].map((label) => ({
  name: 'read',
  label,
  affix: true,
  run: ({ userName }: { userName?: string | null }) => void done.push(`${label} ${userName}`),
}));

const drawAt = async (width: number, offered = actions.length) => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(width, 800);
  stubServer({ 'GET /api/sys/user/select/7': zhang, 'POST /api/live/watch': { version: 3 }, 'DELETE /api/live/watch/7': null });
  await draw(<ViewPage resource={user} id="7" actions={actions.slice(0, offered)} />, { at: '/sys/user/view/7' });
  await expect.element(button('编辑')).toBeVisible();
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const middle = (name: string): number => {
  const { top, bottom } = button(name).element().getBoundingClientRect();
  return Math.round((top + bottom) / 2);
};

test('on a phone several actions of a record share a menu, and 编辑 is on the line of its name', async () => {
  await drawAt(390);
  expect(middle('编辑')).toBe(middle('返回用户列表'));
  await button('操作张三').click();
  await page.getByRole('menuitem', { name: '部门同意' }).click();
  expect(done).toEqual(['部门同意 张三']);
});

test('on a phone a single action of a record is a button', async () => {
  await drawAt(390, 1);
  await expect.element(button('提交审批')).toBeVisible();
  expect(middle('编辑')).toBe(middle('返回用户列表'));
});

test('on a wide screen all actions of a record are buttons', async () => {
  await drawAt(1440);
  for (const { label } of actions) await expect.element(button(label)).toBeVisible();
});
