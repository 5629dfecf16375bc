import { logOpt } from '@back-office/sys/logs/log-opt.ts';
import { user } from '@back-office/sys/users/user.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const people = rowsOf(user, { userName: '张三', userAccount: 'zhang', userPhone: '13800000001', sysDeptId: '9', sysDeptIdLabel: '财务部' });
const drawUsers = async (): Promise<void> => {
  stubServer(stubList(user, people));
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await expect.element(page.getByRole('row', { name: '张三' })).toBeVisible();
};

test('a person is shown with their picture and their department', async () => {
  await drawUsers();
  const name = document.querySelector('.list-name');
  expect(name?.querySelector('.user-avatar')).not.toBe(null);
  expect(name?.querySelector('.list-name-below')?.textContent).toBe('财务部');
  await expect.element(page.getByRole('columnheader', { name: '部门' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('columnheader', { name: '性别' })).not.toBeInTheDocument();
});

test('a number has a copy button that is reachable by keyboard and confirms the copy', async () => {
  const written: string[] = [];
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (of, key) =>
        key === 'clipboard' ? { writeText: (text: string) => Promise.resolve(void written.push(text)) } : Reflect.get(of, key),
    }),
  );
  await drawUsers();
  const copy = page.getByRole('button', { name: '复制13800000001' });
  (copy.element() as HTMLElement).focus();
  expect(getComputedStyle(copy.element()).opacity).toBe('1');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('已复制')).toBeVisible();
  expect(written).toEqual(['13800000001']);
});

test('a truncated text is shown in full when it is pressed, until Escape', async () => {
  const long = '不能删除机构：仍有 12 名用户、3 个部门和 1 个角色使用它，请先处理';
  stubServer(stubList(logOpt, rowsOf(logOpt, { optMessage: long, optModule: '机构' })));
  await draw(<ListPage resource={logOpt} />, { at: '/sys/log-opt/list' });
  const cut = page.getByRole('button', { name: long });
  await expect.element(cut).toHaveAttribute('aria-expanded', 'false');
  (cut.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const whole = (): Element | null => document.querySelector('.list-whole:popover-open');
  await expect.poll(() => whole()?.textContent).toBe(long);
  expect(whole()?.getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
  await userEvent.keyboard('{Escape}');
  await expect.poll(whole).toBe(null);
  await expect.element(cut).toHaveFocus();
  // A value that fits is not a button.
  await expect.element(page.getByRole('button', { name: '机构', exact: true })).not.toBeInTheDocument();
});
