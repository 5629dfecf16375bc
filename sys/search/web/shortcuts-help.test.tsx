import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { user } from '../../users/user.ts';
import { ShortcutsHelp } from './shortcuts-help.tsx';

test('? lists the shortcuts of a record while it is open beside its list, and not before', async () => {
  const rows = rowsOf(user, { userAccount: 'zhang', userName: '张三' });
  stubServer({ ...stubList(user, rows), 'GET /api/sys/user/select/1': rows[0], 'POST /api/live/watch': { version: 1 } });
  await draw(
    <>
      <ShortcutsHelp />
      <ListPage resource={user} />
    </>,
    { at: '/sys/user/list' },
  );
  const help = page.getByRole('dialog', { name: '键盘快捷键' });
  const listed = (): string[] => [...help.element().querySelectorAll('.shortcuts dl > div')].map(({ textContent }) => textContent);
  await expect.element(page.getByRole('link', { name: '张三', exact: true })).toBeVisible();
  await userEvent.keyboard('?');
  await expect.element(help).toBeVisible();
  expect(listed()).toContain('列出快捷键?');
  expect(listed()).not.toContain('编辑E');
  // Includes shortcuts of views that this page can open, and of those where ? is typed as a letter.
  expect(listed()).toEqual(expect.arrayContaining(['退出表格全屏Esc', '删除行CtrlDelete']));
  await help.getByRole('button', { name: '关闭' }).click();
  await expect.element(help).not.toBeInTheDocument();
  await page.getByRole('link', { name: '张三', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: '查看用户' })).toHaveFocus();
  await userEvent.keyboard('?');
  await expect.element(help).toBeVisible();
  expect(listed()).toEqual(expect.arrayContaining(['走到上一条、下一条↑ ↓', '编辑E', '保存CtrlS', '离开编辑，或关闭Esc']));
});
