import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { Page } from '@playwright/test';
import { signInForm } from './api.ts';

/** The characters of the captcha, once it is drawn. */
export async function captchaOf(page: Page): Promise<string> {
  const drawn = page.locator('.captcha span[aria-hidden]');
  await drawn.first().waitFor();
  return (await drawn.allTextContents()).join('');
}

/** Fills in and submits the sign-in form. */
export async function sendSignIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: '账号' }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('验证码').fill(await captchaOf(page));
  await page.getByRole('button', { name: '登录' }).click();
}

/** Enters a new password in the dialog that requires one, and waits until it closes. */
export async function changePassword(page: Page, from: string, to: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await dialog.getByLabel('原密码').fill(from);
  await dialog.getByLabel('新密码', { exact: true }).fill(to);
  await dialog.getByLabel('确认新密码').fill(to);
  await dialog.getByRole('button', { name: '修改密码' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Signs the same account in again in a dialog over the page, which stays unchanged. */
export async function signInAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '重新登录' });
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByLabel('验证码').fill(await captchaOf(page));
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * Opens the path `to` as a signed-in person, like after F5: with the session in the keys of docs/spec.md 3. For every
 * journey that is not about signing in itself; for a page that nobody has signed in on.
 */
export async function openAs(page: Page, account: string, password: string, to = '/index'): Promise<void> {
  const answer = await page.request.post('/api/login', { form: signInForm(account, password) });
  const { data } = (await answer.json()) as { data: LoginAnswer };
  await page.goto('/healthz');
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) if (value !== null) sessionStorage.setItem(key, value);
    },
    { ...data.roles, rolesCredentials: JSON.stringify(data) },
  );
  await page.goto(to);
  await menuOf(page);
}

/** Signs in through the page and waits for the page `to`. */
export async function signIn(page: Page, account: string, password: string, to = '/index'): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(to)}`);
  await sendSignIn(page, account, password);
  await menuOf(page);
}

const menuOf = (page: Page): Promise<void> => page.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'attached' });
