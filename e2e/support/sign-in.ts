import type { Page } from '@playwright/test';

/** The characters that the captcha shows, once it is drawn. */
export async function captchaOf(page: Page): Promise<string> {
  const drawn = page.locator('.captcha span[aria-hidden]');
  await drawn.first().waitFor();
  return (await drawn.allTextContents()).join('');
}

/** Fills in the sign-in form and sends it. */
export async function sendSignIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('验证码').fill(await captchaOf(page));
  await page.getByRole('button', { name: '登录' }).click();
}

/** Signs the same account in again over the page, which stays as it is. */
export async function signInAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '重新登录' });
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByLabel('验证码').fill(await captchaOf(page));
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Signs in through the page and waits until the page `to` is there. */
export async function signIn(page: Page, account: string, password: string, to = '/index'): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(to)}`);
  await sendSignIn(page, account, password);
  await page.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'attached' });
}
