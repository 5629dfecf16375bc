import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { choose, rowOf, valueOf } from '../support/press.ts';
import { smallTargets } from '../support/small-targets.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Nothing makes the page wider than the screen. */
const expectNoSideways = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

test('opens the menu as a drawer, which a tap beside it or on an entry closes', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/index');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
  await page.getByRole('button', { name: '展开菜单' }).tap();
  await expect(menu).toBeInViewport();
  await page.getByRole('button', { name: '关闭菜单' }).tap({ position: { x: 350, y: 400 } });
  await expect(menu).not.toBeInViewport();

  await page.getByRole('button', { name: '展开菜单' }).tap();
  await page.getByRole('menuitem', { name: '系统管理' }).tap();
  await page.getByRole('menuitem', { name: '用户管理' }).tap();
  await expect(page.getByRole('heading', { name: '用户列表' })).toBeAttached();
  await expect(menu).not.toBeInViewport();
  await expectNoSideways(page);

  const isConnected = async () => (await api.find('sys/session', 'userAccount', 'admin')).some(({ tabCount }) => tabCount === 1);
  await expect.poll(isConnected).toBe(true);

  // A notification covers neither the palette's input nor the buttons of a page.
  const msgTitle = unique('今晚二十二点至次日六点核心机房停电检修，各单位请提前保存数据');
  await page.getByRole('button', { name: '查找' }).tap();
  const notice = { msgTitle, msgContent: '检修', msgScope: '全部', msgStatus: '已发布', msgLevel: '紧急' };
  const { id } = await api.save('sys/msg', notice);
  await expect(page.getByRole('alert').filter({ hasText: msgTitle })).toBeVisible();
  await page.getByRole('dialog', { name: '查找' }).getByRole('combobox').click({ trial: true });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '新增' }).click({ trial: true });
  await api.call('DELETE', `sys/msg/delete/${id}`);
});

test('views, edits and deletes a user from the row’s menu', async ({ openAsAdmin, api }) => {
  const userName = unique('narrow-');
  await api.save('sys/user', { userAccount: unique('n-'), userName, userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?like=userName:${userName}`);
  const actions = rowOf(page, userName).getByRole('button', { name: '操作' });
  await expect(actions).toBeInViewport();
  await expectNoSideways(page);
  await expectAccessible(page);
  await actions.press('Enter');
  await expect(page.getByRole('menuitem', { name: '查看' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
  await actions.tap();
  await page.getByRole('menuitem', { name: '编辑' }).tap();
  await page.getByLabel('手机号').fill('13800138000');
  await choose(page, /状态/, '停用');
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: '保存' }).tap();
  await expect(valueOf(page, '手机号')).toHaveText('13800138000');
  await expectNoSideways(page);

  await page.goto(`/sys/user/list?like=userName:${userName}`);
  await actions.tap();
  await page.getByRole('menuitem', { name: '删除' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).tap();
  await expect(page.getByText('没有符合条件的用户')).toBeVisible();
});

test('edits a dictionary in a drawer that fits the width of the screen', async ({ openAsAdmin, api }) => {
  const name = unique('narrow-');
  await api.save('sys/dict', { dictLabel: name, dictValue: name });
  const page = await openAsAdmin(`/base/dict/list?like=dictLabel:${name}`);
  await rowOf(page, name).getByRole('button', { name: '操作' }).tap();
  await page.getByRole('menuitem', { name: '编辑' }).tap();
  const drawer = page.getByRole('dialog', { name: '编辑字典' });
  await expect(drawer.getByRole('button', { name: '保存' })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await drawer.getByLabel('字典名称').fill(`${name} new`);
  await expectNoSideways(page);
  await drawer.getByRole('button', { name: '保存' }).tap();
  await expect(rowOf(page, `${name} new`)).toBeVisible();
});

test('filters, sheets, menus and confirmations have no touch target smaller than a finger', async ({ openAsAdmin, api }) => {
  const userName = unique('finger-');
  await api.save('sys/user', { userAccount: unique('f-'), userName, userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?like=userName:${userName}&eq=userStatus:正常`);
  await expect(page.getByRole('button', { name: '全部清除' })).toBeVisible();
  expect(await smallTargets(page), 'filters').toEqual([]);
  await page.getByRole('button', { name: '添加筛选' }).tap();
  await expect(page.getByRole('dialog', { name: '筛选' })).toBeVisible();

  expect(await smallTargets(page), 'the sheet of filters').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '更多操作' }).tap();
  await expect(page.getByRole('dialog', { name: '更多操作' })).toBeVisible();
  expect(await smallTargets(page), 'the sheet of further buttons').toEqual([]);
  await page.keyboard.press('Escape');
  await rowOf(page, userName).getByRole('button', { name: '操作' }).tap();
  await expect(page.getByRole('menuitem', { name: '查看' })).toBeVisible();
  expect(await smallTargets(page), 'the menu of a row').toEqual([]);
  await page.getByRole('menuitem', { name: '删除' }).tap();
  await expect(page.getByRole('dialog').getByRole('button', { name: '删除' })).toBeVisible();
  expect(await smallTargets(page), 'the question').toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).tap();
  await page.getByRole('button', { name: '外观' }).tap();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await smallTargets(page), 'a menu of the bar').toEqual([]);
});

test('a file links to its record by a target that is large enough for a finger', async ({ openAsAdmin, api }) => {
  const { id } = await api.save('sys/org', { orgName: unique('机构-'), orgCode: unique('f-') });
  const file = await api.upload('合同.pdf', await readFile(join(import.meta.dirname, '../fixtures/doc.pdf')), {
    otcType: 'sys/org',
    otcId: id,
  });
  const page = await openAsAdmin(`/sys/file/view/${file.id}`);
  const link = page.getByRole('link', { name: '查看机构' });
  await expect(link).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await link.tap();
  await expect(page).toHaveURL(new RegExp(`/view/${id}`));
});
