import { setTimeout } from 'node:timers/promises';
import { expectAccessible } from '../support/axe.ts';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';

/** @see docs/postmortems/keys-faster-than-the-page.md */
test('finds a menu entry and a person by pinyin and opens them, by keyboard alone', async ({ openAsAdmin, api }) => {
  const userAccount = unique('found-');
  const { id } = await api.save('sys/user', { userAccount, userName: '欧阳寻常', userStatus: '正常' });
  const page = await openAsAdmin('/profile');
  const { keyboard } = page;
  const palette = page.getByRole('dialog', { name: '查找' });
  const input = palette.getByRole('combobox');
  const chosen = palette.getByRole('option', { selected: true });
  const name = page.getByLabel('姓名');
  await name.focus();

  // Typed text goes to the palette from the key press on, although its code is still loading.
  await page.route('**/assets/command-palette-*.js', async (route) => {
    await setTimeout(500);
    await route.continue();
  });
  await keyboard.press('Control+k');
  await keyboard.type('js');
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('js');
  await expect(name).toHaveValue('管理员');
  await expect(palette.getByRole('group', { name: '菜单' })).toBeVisible();
  await keyboard.type('gl');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await expect(chosen).toContainText('角色管理');
  await keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(name).toBeFocused();

  await keyboard.press('Control+k');
  await keyboard.type('ouyangxc');
  await expect(palette.getByText('没有找到符合的内容')).toBeVisible();
  await input.fill('oyxc');
  await expect(palette.getByRole('group', { name: '用户' })).toContainText(userAccount);
  await expectAccessible(page);
  await input.fill(userAccount);
  await expect(chosen).toContainText('欧阳寻常');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`/sys/user/view/${id}`);
  await expect(palette).toBeHidden();

  // Recently opened pages come first the next time; the up and down keys cross groups and wrap around.
  await page.getByRole('button', { name: '查找' }).click();
  await expect(chosen).toContainText('欧阳寻常');
  await keyboard.press('ArrowDown');
  await expect(chosen).toContainText('首页');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await expect(chosen).toBeInViewport();
  await expect(palette.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
});
