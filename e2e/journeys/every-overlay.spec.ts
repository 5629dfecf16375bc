import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { frame, issuesInBothSchemes } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';

/* Overlays and temporary elements of a page; lists and forms themselves are checked in every-state.spec.ts. */
test.use({ expectedErrors: [/status of 503|ERR_CONNECTION_REFUSED/] });

/** axe's findings in this state. */
const issuesIn = async (page: Page, state: string, leaving: readonly string[] = frame): Promise<string[]> =>
  (await issuesInBothSchemes(page, leaving)).map((issue) => `${state} ${issue}`);

const shown = (page: Page) => page.locator('.tab-page').filter({ visible: true });

test('axe finds nothing in the overlays of a list', async ({ openAsAdmin, api }) => {
  test.setTimeout(600_000);
  const userName = unique('over-');
  for (const at of [1, 2]) await api.save('sys/user', { userAccount: unique('o-'), userName: `${userName}${at}`, userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?search=${userName}`);
  await expect(page.getByText('共 2 条')).toBeVisible();
  const issues: string[] = [];

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible();
  issues.push(...(await issuesIn(page, 'shortcuts')));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('checkbox', { name: '全选' }).first().check();
  await page.getByRole('button', { name: '打印' }).click();
  await expect(page.getByRole('dialog', { name: /^打印/ })).toBeVisible();
  issues.push(...(await issuesIn(page, 'print')));
  // The gutter of the page's scrollbar is as dark as the page.
  await expect(page.locator('html')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');

  await page.getByRole('button', { name: '批量修改' }).click();
  const batch = page.getByRole('dialog', { name: '批量修改用户' });
  await batch.getByRole('checkbox', { name: '备注' }).check();
  issues.push(...(await issuesIn(page, 'batch')));
  await batch.getByRole('textbox', { name: '备注' }).fill('已核对');
  await batch.getByRole('button', { name: '修改 2 条' }).click();
  await expect(page.getByRole('button', { name: '撤销' })).toBeVisible();
  issues.push(...(await issuesIn(page, 'undo message')));

  await page.getByRole('link', { name: `${userName}1` }).click();
  await page.locator('.record-beside').getByRole('button', { name: '编辑' }).click();
  await expect(page.locator('.record-beside').getByRole('textbox', { name: '姓名' })).toBeVisible();
  issues.push(...(await issuesIn(page, 'edited beside the list')));
  await page.keyboard.press('Escape');

  const roleRemark = '一段很长的备注，比它的列宽得多，要按一下才能看到全部的内容，所以有一个弹出的框把它都说出来。';
  await api.save('sys/role', { roleName: unique('cut-'), roleCode: unique('cut-'), roleStatus: '正常', roleRemark });
  await goTo(page, '/sys/role/list?index=0');
  await page.locator('.list-cut').first().click();
  await expect(page.locator('.list-whole')).toBeVisible();
  issues.push(...(await issuesIn(page, 'cut text')));
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '更多操作' }).click();
  await expect(page.getByRole('dialog', { name: '更多操作' })).toBeVisible();
  issues.push(...(await issuesIn(page, 'further buttons')));
  expect(issues).toEqual([]);
});

test('axe finds nothing in a comparison of two roles, in a role preview, and without a connection', async ({
  openAsAdmin,
  api,
  server,
}) => {
  test.setTimeout(600_000);
  const role = await api.save('sys/role', { roleName: unique('one-'), roleCode: unique('one-'), roleStatus: '正常' });
  const other = unique('另一角色-');
  await api.save('sys/role', { roleName: other, roleCode: unique('other-'), roleStatus: '正常' });
  const page = await openAsAdmin(`/sys/role/view/${role.id}`);
  const issues: string[] = [];
  await page.getByRole('combobox', { name: '对比角色' }).click();
  await page.getByTitle(other).click();
  await expect(page.locator('.grant-theirs').first()).toBeVisible();
  issues.push(...(await issuesIn(page, 'compared')));

  await page.getByRole('button', { name: '以此角色预览' }).click();
  await expect(page.getByRole('region', { name: '角色预览' })).toBeVisible();
  issues.push(...(await issuesIn(page, 'preview', [])));
  await page.getByRole('region', { name: '角色预览' }).getByRole('button', { name: '退出预览' }).click();

  await server.stop();
  const lost = page.getByRole('button', { name: '断开，正在重连' });
  await expect(lost).toBeVisible();
  await lost.click();
  await expect(page.getByRole('dialog', { name: '与服务器的连接' })).toBeVisible();
  issues.push(...(await issuesIn(page, 'lost connection', [])));
  await server.restart();
  expect(issues).toEqual([]);
});

/** Pages of their own, and the calls that their content waits for. */
const ownPages: readonly [path: string, calls: RegExp][] = [
  ['/exports', /\/api\/sys\/export\//],
  ['/message', /\/api\/sys\/msg\//],
  ['/proposals', /\/api\/sys\/proposal\//],
  ['/api-docs', /\/api\/openapi/],
  ['/profile', /\/api\/sys\/user\/select-/],
  ['/sys/status', /\/api\/sys\/status/],
];

test('axe finds nothing on custom pages while they load, and after they failed to load', async ({ openAsAdmin }) => {
  test.setTimeout(600_000);
  const page = await openAsAdmin('/index');
  const issues: string[] = [];
  for (const [path, calls] of ownPages) {
    const held = Promise.withResolvers<void>();
    await page.route(calls, async (route) => {
      await held.promise;
      await route.fulfill({ status: 503, json: { success: false, code: 50300, message: '服务暂不可用' } });
    });
    await goTo(page, path);
    await expect(shown(page)).toBeVisible();
    issues.push(...(await issuesIn(page, `${path} loading`)));
    held.resolve();
    await expect(
      shown(page)
        .getByText(/失败|不可用/)
        .first(),
    ).toBeVisible();
    issues.push(...(await issuesIn(page, `${path} failed`)));
    await page.unroute(calls);
  }
  expect(issues).toEqual([]);
});
