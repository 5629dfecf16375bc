import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { bytesAs, cellAt, chooseFiles, fixture, lagWorkers, openImport, workbook } from '../support/workbooks.ts';

const orgHeader = ['上级机构', '机构名称', '机构编码', '机构类型', '所属地区', '地址', '负责人', '联系电话', '排序', '备注'];
const orgRow = (name: string, code: string, sort: number | string, parent = '') => [parent, name, code, '', '', '', '', '', sort, ''];

test('an .xls of LibreOffice is read, checked, fixed, imported completely and undone', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/sys/user/list');
  const dialog = await openImport(page);
  await expectAccessible(page);
  await chooseFiles(page, await fixture('users-libreoffice.xls', '用户导入模板 (1).XLS'));
  await expect(dialog).toContainText('校验完成');
  await expect(dialog).toContainText('共 4 行，2 行有错误');
  // A number, digits as text, a date, a text that looks like a formula, a formula's value, and markup.
  await expect(cellAt(page, 1, 4)).toHaveText('13800138001');
  await expect(cellAt(page, 2, 4)).toHaveText('013800138002');
  await expect(cellAt(page, 1, 8)).toHaveText('2026-01-31');
  await expect(cellAt(page, 2, 8)).toHaveText('=1+1');
  await expect(cellAt(page, 3, 8)).toHaveText('计算 6');
  await expect(cellAt(page, 4, 8)).toHaveText('<img src=x onerror=alert(1)>');
  await expectAccessible(page);

  // Issues that only the server can find are beside those that the browser found.
  await cellAt(page, 3, 6).click();
  await expect(dialog).toContainText(/第 4 行：机构/);
  await page.keyboard.press('Delete');
  await cellAt(page, 3, 3).dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('nv');
  await expect(page.getByRole('option')).toHaveText(['女']);
  await page.keyboard.press('Enter');
  await expect(cellAt(page, 3, 3)).toHaveText('女');
  await cellAt(page, 3, 4).click();
  await page.keyboard.type('13900139000');
  await page.keyboard.press('Tab');
  await page.keyboard.type('wang@example.com');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('共 4 行，1 行有错误');
  await page.getByRole('button', { name: '删除第 5 行' }).click();
  await expect(dialog).toContainText('共 3 行');
  await dialog.getByRole('button', { name: '确定导入' }).click();
  await expect(dialog).toContainText('已导入 3 行');
  await expect(dialog.getByRole('button', { name: '下载密码' })).toBeFocused();
  const passwords = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载密码' }).click();
  const sheet = read(await readFile(await (await passwords).path())).Sheets['一次性密码'] ?? {};
  expect(utils.sheet_to_json<string[]>(sheet, { header: 1 }).map((row) => row[1])).toEqual(['账号', 'lo.zhang', 'lo.li', 'lo.wang']);
  expect((await api.find('sys/user', 'userAccount', 'lo.')).filter(({ userGender }) => userGender === '女')).toHaveLength(2);

  await dialog.getByRole('button', { name: '撤销导入' }).click();
  await page.getByRole('dialog', { name: '撤销导入？' }).getByRole('button', { name: '撤销导入' }).click();
  await expect(dialog).toContainText('已撤销导入');
  expect(await api.find('sys/user', 'userAccount', 'lo.')).toEqual([]);
  await dialog.getByRole('button', { name: '完成' }).click();
  await expect(dialog).toBeHidden();
});

test('of an .xlsx of LibreOffice, good rows are imported, errors downloaded, fixed and imported again', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/sys/user/list');
  const dialog = await openImport(page);
  await chooseFiles(page, await fixture('users-libreoffice.xlsx', '用户导入模板 - 副本.xlsx'));
  await expect(dialog).toContainText('共 4 行，2 行有错误');
  await expect(dialog).toContainText('校验完成');
  await dialog.getByRole('checkbox', { name: '只看错误' }).click();
  await expect(cellAt(page, 1, 2)).toHaveText('王五');
  await expect(dialog.getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
  await dialog.getByRole('button', { name: '下一个错误' }).click();
  // By its row in the file, whatever is shown.
  await expect(dialog).toContainText('第 4 行：性别不在可选范围内：未');
  await expect(dialog.getByRole('rowheader')).toHaveText(['4', '5', '合计']);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载错误数据' }).click();
  const errors = await download;
  await dialog.getByRole('button', { name: '确定导入' }).click();
  await page.getByRole('button', { name: '只导入正确的 2 行' }).click();
  await expect(dialog).toContainText(/已导入 2 行.*跳过有错误的 2 行/);
  expect(await api.find('sys/user', 'userAccount', 'lo.')).toHaveLength(2);

  const book = read(await readFile(await errors.path()));
  const rows = utils.sheet_to_json<(string | undefined)[]>(book.Sheets['用户'] ?? {}, { header: 1 });
  expect(rows.map((row) => row.at(-1))).toEqual(['错误原因', expect.stringContaining('手机号'), expect.stringContaining('账号不能为空')]);
  const [header = [], wang = []] = rows;
  const mended = workbook(
    errors.suggestedFilename(),
    [header, [wang[0], wang[1], '女', '', '', '', '', '', wang.at(-1)]].map((row) => row.map(String)),
  );
  await dialog.getByRole('button', { name: '继续导入' }).click();
  await page.getByRole('dialog', { name: '没有下载密码，确定离开？' }).getByRole('button', { name: '离开' }).click();
  await chooseFiles(page, mended);
  await expect(dialog).toContainText('校验通过');
  await dialog.getByRole('button', { name: '确定导入' }).click();
  await expect(dialog).toContainText('已导入 1 行');
  expect(await api.find('sys/user', 'userAccount', 'lo.')).toHaveLength(3);
});

/** @see docs/postmortems/keys-faster-than-the-page.md */
test('the import grid by keyboard alone: moving, typing, choosing, ranges, undo, sums', async ({ openAsAdmin, api, context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [above, code] = [unique('上级'), unique('K')];
  await api.save('sys/org', { orgName: above, orgCode: unique('P') });
  const lag = await lagWorkers(page);
  await openAsAdmin('/base/org/list');
  const dialog = await openImport(page);
  const rows = [1, 2, 3].map((at) => orgRow(`键盘${at}`, `${code}-${at}`, at / 10));
  await chooseFiles(page, workbook('机构导入模板.xlsx', [orgHeader, ...rows]));
  await expect(dialog).toContainText('校验完成');
  const sum = dialog.getByRole('row').filter({ hasText: '合计' }).getByRole('gridcell');
  // Whole numbers are required; the sum is exact all the same.
  await expect(sum.nth(8)).toHaveText('0.6');
  await expect(sum.nth(0)).toHaveText('--');
  await page.getByRole('button', { name: '下一个错误' }).click();
  await cellAt(page, 1, 9).click();
  const put = async (text: string, key: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press(key);
  };
  await put('10', 'Enter');
  await put('20', 'Enter');
  await put('999999', 'Enter');
  await expect(sum.nth(8)).toHaveText('1,000,029');
  expect(await sum.nth(8).evaluate((cell) => cell.scrollWidth - cell.clientWidth), 'pixels of the sum that are cut off').toBe(0);
  await page.keyboard.press('Control+Z');
  await expect(sum.nth(8)).toHaveText('30.3');
  await page.keyboard.press('Control+Y');
  await expect(sum.nth(8)).toHaveText('1,000,029');
  // Escape leaves a cell unchanged.
  await page.keyboard.press('F2');
  await put('99', 'Escape');
  await expect(sum.nth(8)).toHaveText('1,000,029');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(above.slice(0, 6));
  await expect(page.getByRole('option', { name: above })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cellAt(page, 1, 1)).toHaveText(above);
  // The range of two names covers the addresses, and is pasted completely however fast the keys are.
  await lag(300);
  for (const key of ['ArrowRight', 'ArrowUp', 'Shift+ArrowDown', 'Control+C']) await page.keyboard.press(key);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+V');
  await expect(cellAt(page, 3, 6)).toHaveText('键盘2');
  await lag(0);
  await page.keyboard.press('Control+Z');
  await expect(cellAt(page, 3, 6)).toHaveText('');
  // Many rows are deleted at once; with none there is nothing to confirm.
  const confirm = dialog.getByRole('button', { name: '确定导入' });
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+Delete');
  await expect(dialog).toContainText('共 0 行');
  await expect(confirm).toBeDisabled();
  await page.keyboard.press('Control+Z');
  await expect(dialog).toContainText('共 3 行');
  await page.keyboard.press('Control+Y');
  await expect(dialog).toContainText('共 0 行');
  await dialog.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(dialog).toContainText('共 3 行');
  await cellAt(page, 3, 2).click();
  await page.keyboard.press('Escape');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('已导入 3 行');
  const [first] = await api.find('sys/org', 'orgCode', `${code}-1`);
  expect(first).toMatchObject({ parentIdLabel: above, orgSort: 10 });
});

test('a long sheet keeps its scroll position, and the keyboard leads back to the active cell', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/role/list');
  const dialog = await openImport(page);
  const rows = Array.from({ length: 6000 }, (_, at) => [`角色${at + 1}`, `long-${at + 1}`, at, '正常', '本人', '']);
  await chooseFiles(page, workbook('角色导入模板.xlsx', [['角色名称', '角色编码', '排序', '状态', '数据范围', '备注'], ...rows]));
  await expect(dialog).toContainText('共 6,000 行');
  await expect(cellAt(page, 1, 1).getByRole('textbox')).toBeFocused();
  const grid = dialog.getByRole('grid');
  await grid.hover();
  for (const row of [2400, 4800]) {
    await page.mouse.wheel(0, 2400 * 34);
    await expect(cellAt(page, row + 2, 1)).toHaveText(`角色${row + 2}`);
    await expect(cellAt(page, row + 2, 1)).toBeInViewport();
  }
  await expect(dialog).toContainText('校验通过');
  await expect(cellAt(page, 4802, 1)).toBeInViewport();
  await cellAt(page, 4802, 2).click();
  await page.keyboard.press('Control+Home');
  await expect(cellAt(page, 1, 1)).toBeInViewport();
  await page.evaluate(editLastCell, 'typed');
  await expect(cellAt(page, 6000, 6)).toBeInViewport();
  await expect(cellAt(page, 6000, 1)).toHaveText('角色6000');
  await expect(cellAt(page, 6000, 6).getByRole('textbox')).toHaveValue('typed');
});

/**
 * Runs in the page: goes to the last cell, presses F2 to edit it before its row has arrived from the worker, and types
 * at the very moment the row is drawn, before React's deferred work.
 */
async function editLastCell(text: string): Promise<void> {
  const input = () => document.querySelector<HTMLTextAreaElement>('.import-cell-active .import-input');
  const press = async (init: KeyboardEventInit) => {
    input()?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
    // React draws the effect of a key in these microtasks; the worker's answer comes after them.
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
  };
  await press({ key: 'End', ctrlKey: true });
  const row = input()?.closest('[role=row]');
  const isHere = () => row?.textContent?.includes('角色6000') === true;
  if (isHere()) throw new Error('the row is here already');
  await press({ key: 'F2' });
  await new Promise<void>((typed) => {
    new MutationObserver((_changes, observer) => {
      const cell = input();
      if (!isHere() || cell === null) return;
      observer.disconnect();
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(cell, text);
      cell.dispatchEvent(new InputEvent('input', { bubbles: true }));
      typed();
    }).observe(document.querySelector('.import-grid') as Element, { subtree: true, childList: true, characterData: true });
  });
}

test('the template offers allowed values to choose from, and its example row is not imported', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/sys/role/list');
  const dialog = await openImport(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: '角色导入模板' }).click();
  const template = await download;
  expect(template.suggestedFilename()).toBe('角色导入模板.xlsx');
  const bytes = await readFile(await template.path());
  await chooseFiles(page, bytesAs('角色导入模板.xlsx', bytes));
  await expect(page.getByText('无效数据！')).toBeVisible();

  const book = read(bytes);
  const sheet = book.Sheets['角色'] ?? {};
  const [header = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 });
  expect(header).toEqual(['*角色名称', '*角色编码', '排序', '*状态', '*数据范围', '备注']);
  expect(book.Sheets['可选值']).toBeDefined();
  const roleCode = unique('role-');
  await chooseFiles(page, workbook('角色导入模板-20261121.xlsx', [header, ['导入的角色', roleCode, 1, '正常', '本人', '']]));
  await expect(dialog).toContainText('校验通过');
  // Data that was read but not saved is not discarded without confirmation.
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '继续导入' }).click();
  await dialog.getByRole('button', { name: '确定导入' }).click();
  await expect(dialog).toContainText('已导入 1 行');
  expect(await api.find('sys/role', 'roleCode', roleCode)).toHaveLength(1);
});
