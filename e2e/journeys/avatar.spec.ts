import { join } from 'node:path';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { accountWith } from '../support/accounts.ts';
import { sendSignIn } from '../support/sign-in.ts';

const picture = join(import.meta.dirname, '../../app/demo/files/product.jpg');

test('a person crops an image to an avatar, sees it everywhere, and removes it', async ({ page, api }) => {
  const { account, password } = await accountWith(api, []);
  await page.goto('/login?redirect=%2Fprofile');
  await sendSignIn(page, account, password);
  const avatar = page.getByRole('main').getByRole('img', { name: /的头像$/ });
  await expect(page.getByRole('button', { name: '更换头像' })).toBeVisible();
  await expect(avatar).toHaveCount(0);

  const choose = page.getByLabel('选择头像图片');
  await choose.setInputFiles({ name: '头像.pdf', mimeType: '', buffer: Buffer.from('%PDF-1.4') });
  await expect(page.getByText('文件格式只支持 jpg、jpeg、png')).toBeVisible();
  await choose.setInputFiles(picture);
  const dialog = page.getByRole('dialog', { name: '裁剪头像' });
  await dialog.getByRole('slider', { name: '缩放' }).focus();
  await page.keyboard.press('ArrowRight');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '保存头像' }).click();
  await expect(page.getByText('头像已更新')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(avatar).toBeVisible();
  await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.reload();
  await expect(page.getByRole('button', { name: '用户菜单' }).getByRole('img')).toBeAttached();
  await expect(avatar).toBeVisible();
  await page.getByRole('button', { name: '移除' }).click();
  await expect(page.getByText('头像已移除')).toBeVisible();
  await expect(avatar).toHaveCount(0);
});
