import { createHmac } from 'node:crypto';
import { newPassword, unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';
import { sendSignIn } from '../support/sign-in.ts';

/** The code that an authenticator app shows for a secret in base32 (RFC 6238); `away` steps from now. */
function appCode(secret: string, away = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = secret.split('').map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'));
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + away));
  const mac = createHmac('sha1', key).update(counter).digest();
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('a person registers, is approved, enables two-step sign-in, signs in with it and disables it', async ({ openAsAdmin, otherPage }) => {
  const account = unique('reg-');
  const password = newPassword();
  await otherPage.goto('/register');
  await otherPage.getByLabel('账号').fill(account);
  await otherPage.getByLabel('姓名').fill('张申请');
  await otherPage.getByLabel('密码', { exact: true }).fill(password);
  await otherPage.getByLabel('确认密码').fill(password);
  await otherPage.getByRole('button', { name: '注册' }).click();
  await expect(otherPage.getByRole('status')).toHaveText(/^申请已提交，请等待管理员审核。/);
  await otherPage.goto('/login');
  await sendSignIn(otherPage, account, password);
  await expect(otherPage.getByRole('alert')).toHaveText('账号正在等待审核');

  const page = await openAsAdmin('/sys/user/list');
  await page.getByRole('button', { name: /^待审核/ }).click();
  await expect(page).toHaveURL(/userStatus/);
  const row = rowOf(page, account);
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '通过' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(row).toHaveCount(0);

  await sendSignIn(otherPage, account, password);
  await otherPage.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'attached' });
  await otherPage.goto('/profile?tab=security');
  await otherPage.getByRole('button', { name: '启用两步验证' }).click();
  const dialog = otherPage.getByRole('dialog', { name: '启用两步验证' });
  await dialog.getByLabel('登录密码').fill(password);
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(dialog.getByRole('img', { name: '两步验证二维码' })).toBeVisible();
  const secret = (await dialog.getByRole('code').innerText()).replace(/\s/g, '');
  await expectAccessible(otherPage);
  // The previous code stays valid until the current one expires; on a slow machine that may be before it is sent.
  await expect.poll(() => (Date.now() / 1000) % 30, { intervals: [200] }).toBeLessThan(15);
  await dialog.getByLabel('动态验证码').fill(appCode(secret, -1));
  await dialog.getByRole('button', { name: '启用', exact: true }).click();
  await expect(dialog.getByRole('code')).toHaveCount(10);
  const recoveryCode = await dialog.getByRole('code').first().innerText();
  await dialog.getByRole('button', { name: '我已保存' }).click();
  await expect(otherPage.getByText('还有 10 个恢复码可用。')).toBeVisible();

  await otherPage.getByRole('button', { name: '用户菜单' }).click();
  await otherPage.getByRole('menuitem', { name: '退出登录' }).click();
  await sendSignIn(otherPage, account, password);
  const code = otherPage.getByLabel('动态验证码');
  await expect(code).toBeFocused();
  await expectAccessible(otherPage);
  await code.fill('000000');
  await otherPage.getByRole('button', { name: '验证' }).click();
  await expect(otherPage.getByRole('alert').filter({ hasText: '验证码不正确' })).toBeVisible();
  await code.fill(appCode(secret));
  await otherPage.keyboard.press('Enter');
  await otherPage.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'attached' });

  // A password alone does not turn it off again.
  await otherPage.goto('/profile?tab=security');
  await otherPage.getByRole('button', { name: '停用' }).click();
  const stopping = otherPage.getByRole('dialog', { name: '停用两步验证' });
  await stopping.getByLabel('登录密码').fill(password);
  await stopping.getByLabel('动态验证码').fill('000000');
  await stopping.getByRole('button', { name: '停用' }).click();
  await expect(stopping.getByText('验证码不正确')).toBeVisible();
  await stopping.getByLabel('动态验证码').fill(recoveryCode);
  await stopping.getByRole('button', { name: '停用' }).click();
  await expect(otherPage.getByText('未启用')).toBeVisible();
});
