import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { ManageViewsDialog } from './manage-views-dialog.tsx';

const views = [
  { id: 'a', name: '停用的人', query: 'eq=userStatus%3A%E5%81%9C%E7%94%A8' },
  { id: 'b', name: '正常的人', query: 'eq=userStatus%3A%E6%AD%A3%E5%B8%B8' },
];

test('the focus stays with the views while they are moved, renamed and deleted by keyboard', async () => {
  await draw(<ManageViewsDialog storeKey="views.sys.user" saved={{ views, usual: undefined }} onClose={() => undefined} />);
  const button = (name: string) => page.getByRole('button', { name });
  await expect.element(button('下移停用的人')).toBeVisible();
  (button('下移停用的人').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('下移停用的人')).toHaveFocus();
  await page.getByRole('textbox').first().click();
  await userEvent.keyboard('{End}甲乙');
  await expect.element(page.getByRole('textbox').first()).toHaveValue('正常的人甲乙');
  (button('删除正常的人甲乙').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('删除停用的人')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('确定')).toHaveFocus();
});
