import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';

test('a setting is changed by keyboard, takes effect at once, is logged, and is reset to its default', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/sys/setting/list?limit=50');
  const row = rowOf(page, '密钥调用上限');
  await expect(row).toContainText('600 次');
  await row.getByRole('button', { name: '修改' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '修改“密钥调用上限”' });
  await expect(dialog.getByRole('textbox', { name: '密钥调用上限' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12.5');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert').first()).toContainText('请输入 0 至 1,000,000 的整数');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('700');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已保存，立即生效')).toBeVisible();
  await expect(row).toContainText('700 次');
  await expect(row).toContainText('已修改');

  await row.getByRole('button', { name: '恢复默认' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click();
  await expect(row).toContainText('600 次');
  const lines = await api.find('sys/log-opt', 'optTarget', '密钥调用上限');
  expect(lines.map(({ optModule, optType }) => `${String(optModule)} ${String(optType)}`).toSorted()).toEqual([
    '参数设置 修改',
    '参数设置 恢复默认',
  ]);
});
