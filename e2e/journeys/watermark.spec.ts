import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Page } from '@playwright/test';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { sheetsOf } from '../support/sheets.ts';

test.use({ settings: { WATERMARK: 'on' } });

/** Whether the mark covers the middle of the window above all else; in one step, so that nobody observes a change of it. */
const isOnTop = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const mark = document.querySelector<HTMLElement>('body > .watermark');
    if (mark === null) return false;
    mark.style.setProperty('pointer-events', 'auto', 'important');
    const top = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    mark.style.setProperty('pointer-events', 'none', 'important');
    return top === mark && decodeURIComponent(mark.style.backgroundImage).includes('admin');
  });

test('the watermark covers pages, previews, full screen and every printed sheet', async ({ openAsAdmin, api }) => {
  const owner = { otcType: 'sys/org', otcId: (await api.save('sys/org', { orgName: unique('机构'), orgCode: unique('o-') })).id };
  await api.upload('图.png', pngOf(300, 200), owner);
  const page = await openAsAdmin(`/base/org/view/${owner.otcId}`);
  await expect.poll(() => isOnTop(page)).toBe(true);
  await page.getByRole('tab', { name: '附件' }).click();
  await page.getByRole('list', { name: '文件' }).getByRole('button', { name: '图.png', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: '图.png' })).toBeVisible();
  await expect.poll(() => isOnTop(page)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '全屏显示' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect.poll(() => isOnTop(page)).toBe(true);
  await page.getByRole('button', { name: '退出全屏' }).click();

  const name = unique('m');
  for (let at = 0; at < 70; at += 1)
    await api.save('sys/role', { roleName: `${name}-${at}`, roleCode: `${name}-${at}`, roleStatus: '正常' });
  await page.goto(`/sys/role/list?search=${name}&limit=100`);
  await expect(page.getByText('共 70 条')).toBeVisible();
  await expect.poll(() => isOnTop(page)).toBe(true);
  const sheets = await sheetsOf(page);
  expect(sheets.length).toBeGreaterThan(1);
  expect(sheets.map(({ isMarked }) => isMarked)).toEqual(sheets.map(() => true));
  expect(await api.find('sys/log-opt', 'optModule', '水印')).toEqual([]);
});

test('a watermark that is removed from the page comes back, and the log names the person', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/index');
  await expect.poll(() => isOnTop(page)).toBe(true);
  await page.evaluate(() => document.querySelector('.watermark')?.remove());
  await expect.poll(() => isOnTop(page)).toBe(true);
  const lines = (): Promise<AnyRow[]> => api.find('sys/log-opt', 'optModule', '水印');
  await expect
    .poll(async () => (await lines()).map(({ userAccount, optType, optStatus }) => [userAccount, optType, optStatus]))
    .toEqual([['admin', '移除', '失败']]);
});
