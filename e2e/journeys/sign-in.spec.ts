import { newPassword, unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { captchaOf, sendSignIn } from '../support/sign-in.ts';

test('refuses a wrong password in words, then accepts the right one', async ({ page, api }) => {
  const userAccount = unique('signs-in-');
  const userPassword = newPassword();
  await api.save('sys/user', { userAccount, userName: '王小明', userPassword, userStatus: '正常' });
  await page.goto('/login');
  await expect(page).toHaveTitle('登录 - 管理后台');
  await page.goto('/register');
  await expect(page).toHaveTitle('注册 - 管理后台');
  await page.goto('/error/404');
  await expect(page).toHaveTitle('页面不存在 - 管理后台');
  await page.goto('/login');
  const first = await captchaOf(page);

  await sendSignIn(page, userAccount, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
  await expect(page.getByLabel('密码', { exact: true })).toBeFocused();
  await expect(page.getByLabel('验证码')).toHaveValue('');
  expect(await captchaOf(page)).not.toBe(first);

  await sendSignIn(page, `  ${userAccount} `, userPassword);
  await expect(page).toHaveURL('/index');
  await expect(page.getByRole('main')).toContainText('王小明');
  await page.goto('/sys/nothing');
  await expect(page).toHaveTitle('页面不存在 - 管理后台');
});

test('gives the same message for an account that does not exist', async ({ page }) => {
  await page.goto('/login');
  await sendSignIn(page, unique('nobody-'), 'not the password');
  await expect(page.getByRole('alert')).toHaveText('账号或密码错误');
});

test('says under each input what is missing, and focuses the first', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByLabel('账号')).toHaveAccessibleDescription('请输入账号');
  await expect(page.getByLabel('密码', { exact: true })).toHaveAccessibleDescription('请输入密码');
  await expect(page.getByLabel('验证码')).toHaveAccessibleDescription('请输入验证码');
  await expect(page.getByLabel('账号')).toBeFocused();
});

test('draws a new captcha after a wrong one, without asking the server', async ({ page, server }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/login');
  const first = await captchaOf(page);
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(server.adminPassword);
  await page.getByLabel('验证码').fill('-');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByLabel('验证码')).toHaveAccessibleDescription('验证码错误');
  await expect(page.getByLabel('验证码')).toBeFocused();
  expect(await captchaOf(page)).not.toBe(first);
  expect(calls).not.toContain('/api/login');
});

test('draws a new captcha when it is clicked, and reads it out', async ({ page }) => {
  await page.goto('/login');
  const first = await captchaOf(page);
  await page.getByRole('button', { name: '点击换一张' }).click();
  await expect.poll(() => captchaOf(page)).not.toBe(first);
  const text = await captchaOf(page);
  expect(text).toMatch(/^[A-Za-z0-9]{4}$/);
  await expect(page.getByRole('button', { name: `${text}，点击换一张` })).toBeVisible();
});

test('accepts the captcha in small letters, and shows the password on demand', async ({ page, server }) => {
  await page.goto('/login');
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(server.adminPassword);
  await page.getByRole('button', { name: '明文显示' }).click();
  await expect(page.getByRole('textbox', { name: '密码' })).toHaveValue(server.adminPassword);
  await page.getByLabel('验证码').fill((await captchaOf(page)).toLowerCase());
  await page.getByLabel('验证码').press('Enter');
  await expect(page).toHaveURL('/index');
});
