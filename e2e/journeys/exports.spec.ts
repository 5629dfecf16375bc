import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Download } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';

async function rowsOf(download: Download): Promise<unknown[][]> {
  const book = read(await readFile(await download.path()));
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
}

test('a list is exported as it is shown, and background exports are downloaded from 导出中心', async ({ openAsAdmin, api }) => {
  const name = unique('出口');
  await api.save('sys/org', { orgName: `${name}=1+1`, orgCode: unique('e-'), orgSort: 3 });
  await api.save('sys/org', { orgName: `${name}不选`, orgCode: unique('e-'), orgSort: 4 });
  const page = await openAsAdmin(`/base/org/list?like=orgName:${encodeURIComponent(name)}&columns=orgSort,orgName,orgStatus`);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^机构_\d{8}_\d{4}\.xlsx$/);
  const [head, ...rows] = await rowsOf(file);
  expect(head).toEqual(expect.arrayContaining(['排序', '机构名称', '状态']));
  expect(head).toHaveLength(3);
  expect(rows).toContainEqual(expect.arrayContaining([3, `${name}=1+1`, '正常']));
  expect(rows).toHaveLength(2);
  await expect(page.getByText('已导出 2 条')).toBeVisible();

  await rowOf(page, `${name}=1+1`).getByRole('checkbox').check();
  await page.getByRole('button', { name: '导出' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: '导出全部 (2)' })).toBeVisible();
  const [ticked] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: '导出所选 (1)' }).press('Enter')]);
  expect(await rowsOf(ticked)).toEqual([head, expect.arrayContaining([3, `${name}=1+1`, '正常'])]);

  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '导出中心' }).click();
  // Exports that were saved at once are listed, too.
  const saved = page.getByRole('row').filter({ hasText: '机构_' });
  for (const left of [2, 1]) {
    await expect(saved).toHaveCount(left);
    await expect(saved.first()).toContainText('已完成');
    await saved.first().getByRole('button', { name: /^删除/ }).click();
    await page.getByRole('button', { name: '删除', exact: true }).last().click();
  }
  await expect(page.getByText('还没有导出记录')).toBeVisible();
  // The page is notified of it, and of its end, without polling.
  await api.call('POST', 'sys/dict/export?columns=dictLabel&eq=dictValue:gender');
  const made = page.getByRole('row').filter({ hasText: '字典_' }).first();
  await expect(made).toContainText('已完成');
  await expectAccessible(page);
  const [kept] = await Promise.all([page.waitForEvent('download'), made.getByRole('button', { name: /^下载/ }).press('Enter')]);
  expect(await rowsOf(kept)).toEqual([['字典名称'], ['性别']]);
  await made.getByRole('button', { name: /^删除/ }).click();
  await page.getByRole('button', { name: '删除', exact: true }).last().click();
  await expect(page.getByText('还没有导出记录')).toBeVisible();
});
