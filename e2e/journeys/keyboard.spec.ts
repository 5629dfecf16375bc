import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { goTo } from '../support/go-to.ts';
import { rowOf, tabTo, valueOf } from '../support/press.ts';
import { captchaOf } from '../support/sign-in.ts';

test('signs in and adds a user with the keyboard alone', async ({ page, server }) => {
  const { keyboard } = page;
  const account = unique('keys-');
  await page.goto('/login');
  await expect(page.getByLabel('账号')).toBeFocused();
  await keyboard.type('admin');
  await keyboard.press('Tab');
  await keyboard.type(server.adminPassword);
  await tabTo(page, page.getByLabel('验证码'));
  await keyboard.type(await captchaOf(page));
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/index');

  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await tabTo(page, page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' }));
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: '系统管理' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: '用户管理' })).toBeVisible();
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: '用户管理' }).getByRole('link')).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '用户列表' })).toBeAttached();

  await tabTo(page, page.getByRole('button', { name: '新增' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByLabel('账号'));
  await keyboard.type(account);
  await keyboard.press('Tab');
  await keyboard.type('键盘');
  await tabTo(page, page.getByRole('combobox', { name: '性别' }));
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await tabTo(page, page.getByLabel('手机号'));
  await keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: '一次性密码' });
  await expect(dialog.getByRole('button', { name: '复制' })).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: '我已保存，关闭' }));
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(valueOf(page, '账号')).toHaveText(account);
  await expect(valueOf(page, '性别')).toHaveText('女');
});

test('sorts, ticks and deletes with the keyboard alone', async ({ openAsAdmin, api }) => {
  const name = unique('keyed-');
  for (const at of [1, 2]) await api.save('sys/user', { userAccount: `${name}-${at}`, userName: `${name} ${at}`, userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?like=userName:${name}`);
  await expect(rowOf(page, name)).toHaveCount(2);
  await tabTo(page, page.getByRole('checkbox', { name: '全选' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('columnheader', { name: '账号' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: '账号' })).toHaveAttribute('aria-sort', 'ascending');
  await tabTo(page, page.getByRole('toolbar').getByRole('button', { name: '删除' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '删除选中的 2 个用户？' });
  await tabTo(page, dialog.getByRole('button', { name: '删除' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('没有符合条件的用户')).toBeVisible();
});

test('finds, edits and saves a record, goes to the next, changes several, undoes that and prints, by keyboard alone', async ({
  openAsAdmin,
  api,
}) => {
  const name = unique('keys-');
  for (const at of [1, 2, 3])
    await api.save('sys/user', { userAccount: `${name}-${at}`, userName: `${name} ${at}`, userStatus: '正常', userGender: '男' });
  const page = await openAsAdmin('/index');
  const { keyboard } = page;
  await keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: '查找' });
  await palette.getByRole('combobox').waitFor();
  await keyboard.type('用户管理');
  await expect(palette.getByRole('option', { name: '用户管理' }).first()).toBeVisible();
  await keyboard.press('Enter');
  // After navigation the focus is on the page's heading, and not at the top of everything.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, page.getByRole('searchbox', { name: '搜索用户', exact: true }));
  await keyboard.type(name);
  await keyboard.press('Enter');
  await expect(page.getByText('共 3 条')).toBeVisible();

  await tabTo(page, page.locator('.record-link').first());
  await keyboard.press('Enter');
  const beside = page.getByRole('dialog', { name: '查看用户' });
  await expect(beside.getByRole('button', { name: '编辑' })).toBeVisible();
  await keyboard.press('e');
  const form = page.getByRole('dialog', { name: '编辑用户' });
  await tabTo(page, form.getByLabel('手机号'));
  await keyboard.type('13800000001');
  await keyboard.press('Control+s');
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(beside.getByText('13800000001')).toBeVisible();
  const first = new URL(page.url()).searchParams.get('record');
  await keyboard.press('ArrowDown');
  await expect.poll(() => new URL(page.url()).searchParams.get('record')).not.toBe(first);
  await keyboard.press('Escape');
  await expect(beside).toBeHidden();

  await tabTo(page, page.getByRole('checkbox', { name: '全选' }), 'Shift+Tab');
  await keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: '批量修改' }), 'Shift+Tab');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '批量修改用户' });
  await tabTo(page, dialog.getByRole('checkbox', { name: '备注' }));
  await keyboard.press('Space');
  await tabTo(page, dialog.getByRole('textbox', { name: '备注' }));
  await keyboard.type('迁往新址');
  await tabTo(page, dialog.getByRole('button', { name: '修改 3 条' }));
  await keyboard.press('Enter');
  await expect(page.getByText('已修改 3 条')).toBeVisible();
  await expect(page.locator('.record-link').first()).toBeFocused();
  await keyboard.press('Control+z');
  await expect(page.getByText('已撤销 3 条')).toBeVisible();

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await tabTo(page, page.getByRole('button', { name: '打印' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
});

test('Escape closes a drawer or a menu, and the focus returns to where it was', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/base/dict/list?like=dictValue:gender');
  const view = page.getByRole('button', { name: '查看' }).first();
  await tabTo(page, view);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: '查看字典' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(view).toBeFocused();

  const views = page.getByRole('button', { name: '常用筛选' });
  await views.press('Enter');
  await expect(page.getByRole('menuitem', { name: '保存当前筛选…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(views).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(() => views.evaluate(contrastOfRing), `contrast of the ring about what has the focus, ${colorScheme}`)
      .toBeGreaterThan(3);
  }
});

test('a focused element is never covered by the sticky bars', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  await page.setViewportSize({ width: 1280, height: 480 });
  const home = page.getByRole('region', { name: '常用页面' });
  const rows = page.getByRole('main').getByRole('checkbox');
  for (const { path, drawn, last } of [
    // Cards appear gradually, and these links again when the chosen pages are known.
    { path: '/index', drawn: home.getByRole('button', { name: '选择页面' }), last: home.getByRole('link').last() },
    { path: '/base/district/list?limit=50', drawn: rows.nth(1), last: rows.last() },
  ]) {
    await goTo(page, path);
    await expect(drawn).toBeAttached();
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    await last.focus();
    await expect(last).toBeInViewport();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Shift+Tab');
      // The browser scrolls before it draws the next frame.
      expect(await page.evaluate(coveredBy), `${path}, step ${step}`).toEqual([]);
    }
  }
});

/** The bars that may cover the focused element. */
function coveredBy(): string[] {
  const { activeElement } = document;
  if (activeElement === null) return ['nothing has the focus'];
  const it = activeElement.getBoundingClientRect();
  return [...document.querySelectorAll('.shell-head, .crud-bar, .ant-table-sticky-holder')]
    .filter((bar) => !bar.contains(activeElement) && !activeElement.contains(bar))
    .filter((bar) => {
      const { top, bottom, height } = bar.getBoundingClientRect();
      return height > 0 && it.top < bottom - 1 && it.bottom > top + 1 && document.querySelector('main')?.contains(activeElement) === true;
    })
    .map((bar) => `${bar.className} covers ${activeElement.outerHTML.slice(0, 120)}`);
}

/** The outline's contrast with the page's background; WCAG 2, 1.4.11 requires at least 3. */
function contrastOfRing(element: Element): number {
  const lightness = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ring = lightness(getComputedStyle(element).outlineColor);
  const ground = lightness(getComputedStyle(document.body).backgroundColor);
  return (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05);
}
