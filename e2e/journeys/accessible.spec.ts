import { expectAccessible } from '../support/axe.ts';
import { unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { choose, labelOf, rowOf } from '../support/press.ts';
import { sendSignIn } from '../support/sign-in.ts';

test('axe finds nothing on the pages before sign-in, with their validation errors shown', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: '登录' }).click();
  await expectAccessible(page);
  await sendSignIn(page, unique('nobody-'), 'wrong');
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  await expectAccessible(page);
  await page.goto('/register');
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByLabel('账号')).toBeFocused();
  await expectAccessible(page);
  await page.goto('/error/404');
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on the home page and in the personal centre', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  await expect(page.getByRole('main')).toContainText('管理员');
  await expectAccessible(page);
  // Icons beside words are not read out by their English names.
  await expect(page.getByRole('img', { name: /^[a-z -]+$/ })).toHaveCount(0);
  await page.getByRole('button', { name: '用户菜单' }).click();
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  await expectAccessible(page);
  // Also while the figures are loading.
  await page.route('**/api/statistics/select-panel-data', () => undefined);
  await page.reload();
  await expect(page.getByRole('group', { name: '正在读取统计数据' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/profile');
  await expect(page.getByLabel('账号')).toHaveValue('admin');
  await page.getByRole('tab', { name: '安全设置' }).click();
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('请输入原密码')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on a list with ticked rows, active filters and an open confirmation', async ({ openAsAdmin, api }) => {
  const userName = unique('axe-');
  await api.save('sys/user', { userAccount: unique('a-'), userName, userStatus: '停用', userGender: '男' });
  const page = await openAsAdmin(`/sys/user/list?like=userName:${userName}`);
  await expect(rowOf(page, userName)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: `选择${userName}` }).check();
  await page.getByRole('button', { name: '添加筛选' }).click();
  await choose(page, '筛选字段', '状态');
  await choose(page, '状态', '停用');
  await page.getByRole('form', { name: '添加筛选' }).getByRole('button', { name: '添加' }).click();
  await expect(page.getByRole('group', { name: '当前筛选' })).toContainText('停用');
  await expectAccessible(page);
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on an empty list', async ({ openAsAdmin }) => {
  const page = await openAsAdmin(`/sys/user/list?like=userName:${unique('nobody-')}`);
  await expect(page.getByText('没有符合条件的用户')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on a record and on a form with its validation errors shown', async ({ openAsAdmin, api }) => {
  const { id } = await api.save('sys/user', { userAccount: unique('a-'), userName: '可读', userStatus: '正常', userRemark: '备注' });
  const page = await openAsAdmin(`/sys/user/view/${id}`);
  await expect(labelOf(page, '账号')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/sys/user/view/new');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('账号不能为空')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on a tree and in a drawer', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/base/dict/list');
  const fold = page.getByRole('row').getByRole('button', { expanded: false, name: /^展开/ }).first();
  const name = ((await fold.getAttribute('aria-label')) ?? '').slice('展开'.length);
  await fold.click();
  await expect(page.getByRole('button', { name: `收起${name}`, exact: true, expanded: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '编辑' }).first().click();
  await expect(page.getByRole('dialog', { name: '编辑字典' }).getByLabel('字典名称')).toBeVisible();
  await expectAccessible(page);
});

test('nothing moves for a person who prefers reduced motion', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/base/dict/list');
  await page.evaluate(() => {
    const moved = new Set<string>();
    const look = (): void => {
      for (const { effect } of document.getAnimations()) {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        if (Number(effect?.getComputedTiming().activeDuration) > 1) moved.add(target?.className.toString() ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { moved });
  });
  const moved = (): Promise<string[]> => page.evaluate(() => [...(globalThis as unknown as { moved: Set<string> }).moved]);
  const drawer = page.getByRole('dialog', { name: '编辑字典' });
  const openDrawer = async (): Promise<void> => {
    await page.getByRole('button', { name: '编辑' }).first().click();
    await expect(drawer.getByLabel('字典名称')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  };
  await openDrawer();
  await page.getByRole('checkbox', { name: /^选择/ }).first().check();
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
  // For a record in use there is only a message.
  await page
    .getByRole('dialog', { name: /仍被使用/ })
    .getByRole('button', { name: '知道了' })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '个人中心' }).click();
  await goTo(page, '/sys/user/view/00000000-0000-7000-8000-000000000001');
  await page.getByRole('tab', { name: '变更历史' }).click();
  expect(await moved()).toEqual([]);

  // Proves that the checked motion exists for everybody else.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await goTo(page, '/base/dict/list');
  await openDrawer();
  expect(await moved()).not.toEqual([]);
});

test('with forced colours, the current page and the state of the connection remain visible', async ({ openAsAdmin, api }) => {
  const name = unique('颜色');
  await api.save('sys/user', { userName: name, userAccount: unique('colour-'), userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?search=${name}`);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.getByRole('region', { name: '用户列表' })).toBeVisible();
  const ground = (of: string): Promise<string> => page.locator(of).evaluate((element) => getComputedStyle(element).backgroundColor);
  const colourOf = (system: string): Promise<string> =>
    page.evaluate((named) => {
      const element = document.body.appendChild(document.createElement('i'));
      element.style.background = named;
      const { backgroundColor } = getComputedStyle(element);
      element.remove();
      return backgroundColor;
    }, system);
  const [canvas, highlight] = [await colourOf('Canvas'), await colourOf('Highlight')];
  for (const marked of ['.side-entry[aria-current]', '.tabs-tab[aria-selected=true]']) expect(await ground(marked), marked).toBe(highlight);
  expect(await ground('.connection-spot')).not.toBe(canvas);
  const knob = page.locator('.state-switch[aria-checked=true] > span');
  expect(await knob.evaluate((element) => getComputedStyle(element, '::before').backgroundColor)).toBe(highlight);
  await page.getByRole('checkbox', { name: `选择${name}` }).check();
  await page.getByRole('button', { name: '批量修改' }).click();
  await page.getByRole('dialog', { name: '批量修改用户' }).waitFor();
  expect(await page.locator('.ant-modal-container').evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
});
