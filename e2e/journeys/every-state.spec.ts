import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { frame, issuesInBothSchemes } from '../support/axe.ts';
import { closeOthers } from '../support/close-others.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { pathsOf } from '../support/page-paths.ts';

/* The states of each list and form of the menu; the parts themselves are checked in showcase.spec.ts. */
test.use({ expectedErrors: [/status of 503/] });

/** axe's findings in this state; the frame around it is checked with every page (every-page.spec.ts). */
const issuesIn = async (page: Page, state: string): Promise<string[]> =>
  (await issuesInBothSchemes(page, frame)).map((issue) => `${new URL(page.url()).pathname} ${state} ${issue}`);

const shown = (page: Page) => page.locator('.tab-page').filter({ visible: true });

/** A list without results, and a failed one: one component for all lists, with the bar above it that is checked with every page. */
async function emptyAndFailed(page: Page, path: string): Promise<string[]> {
  await goTo(page, `${path}?search=${unique('none-')}`);
  await expect(shown(page).getByText('没有符合条件的')).toBeVisible();
  // Moves the mouse away: after the last click another button may be beneath it.
  await page.mouse.move(0, 0);
  const issues = await issuesIn(page, 'empty');
  const failing = /\/select-(page|paths)\?/;
  await page.route(failing, (route) => route.fulfill({ status: 503, json: { success: false, code: 50300, message: '服务暂不可用' } }));
  await goTo(page, `${path}?search=${unique('failed-')}`);
  await expect(shown(page).getByRole('heading', { name: '加载失败' }).or(shown(page).locator('.list-stale'))).toBeVisible();
  issues.push(...(await issuesIn(page, 'failed')));
  await page.unroute(failing);
  return issues;
}

/** The filters of a list on a phone. */
async function filters(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  await shown(page).getByRole('button', { name: '添加筛选' }).click();
  await expect(page.getByRole('dialog', { name: '筛选' })).toBeVisible();
  const issues = await issuesIn(page, 'filters');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  return issues;
}

/** A record beside its list, and the confirmation before ticked rows are deleted; nothing for a list that is empty or has neither. */
async function openAndAsked(page: Page, path: string): Promise<string[]> {
  await goTo(page, `${path}?index=0`);
  await closeOthers(page);
  const list = shown(page);
  await expect(list.locator('.ant-table-row').or(list.locator('.ant-empty')).first()).toBeVisible();
  const issues: string[] = [];
  const link = list.locator('.ant-table-row a').first();
  if ((await link.count()) > 0) {
    await link.click();
    await expect(page.locator('.record-beside dl, .record-beside form').first()).toBeVisible();
    issues.push(...(await issuesIn(page, 'record')));
    await page.locator('.record-beside').getByRole('button', { name: '关闭' }).click();
  }
  const tick = list.locator('.ant-table-row').getByRole('checkbox').last();
  const remove = list.getByRole('toolbar').getByRole('button', { name: /删除$/ });
  if ((await tick.count()) === 0 || (await remove.count()) === 0) return issues;
  await tick.check();
  await remove.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  issues.push(...(await issuesIn(page, 'deletion')));
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await list.getByRole('button', { name: '取消选择' }).click();
  return issues;
}

test('axe finds nothing in any state of any list', async ({ openAsAdmin, api }) => {
  test.setTimeout(900_000);
  await api.save('sys/org', { orgName: '总公司', orgCode: unique('org-') });
  await api.save('sys/msg', { msgTitle: '停电通知', msgContent: '周六检修' });
  const page = await openAsAdmin('/index');
  page.setDefaultTimeout(30_000);
  const paths = (await pathsOf(page, api)).filter((path) => path.endsWith('/list'));
  expect(paths.length).toBeGreaterThan(10);
  const issues: string[] = [];
  for (const path of paths) issues.push(...(await openAndAsked(page, path)), ...(await filters(page)));
  const plainTreeAndLog = paths.filter((path) => /\/(user|dict|log-opt)\/list$/.test(path));
  expect(plainTreeAndLog).toHaveLength(3);
  for (const path of plainTreeAndLog) issues.push(...(await emptyAndFailed(page, path)));
  expect(issues).toEqual([]);
});

test('axe finds nothing in any form that shows its validation errors', async ({ openAsAdmin, api }) => {
  test.setTimeout(600_000);
  const page = await openAsAdmin('/index');
  page.setDefaultTimeout(30_000);
  const issues: string[] = [];
  for (const path of (await pathsOf(page, api)).filter((one) => one.endsWith('/new'))) {
    await goTo(page, path);
    await closeOthers(page);
    await shown(page).getByRole('button', { name: /保存$/ }).click();
    await expect(shown(page).locator('.ant-form-item-explain-error').first()).toBeVisible();
    issues.push(...(await issuesIn(page, 'refused')));
  }
  expect(issues).toEqual([]);
});
