import type { SignInMethod } from '@back-office/contract/calls/sign-in.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { configStore } from '../../platform/session/config-store.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

const signIn: readonly SignInMethod[] = [
  { id: 'password', kind: 'password', label: '本地账号' },
  { id: 'ad', kind: 'ldap', label: '域账号' },
  { id: 'passkey', kind: 'passkey', label: '通行密钥' },
  { id: 'corp', kind: 'oidc', label: '远山门户' },
];
const answers: boolean[] = [];
const dialog = page.getByRole('dialog', { name: '重新登录' });
const captcha = (): string => [...document.querySelectorAll('.captcha span[aria-hidden]')].map(({ textContent }) => textContent).join('');

/** Opens the dialog, with a server that answers a sign-in as this person. */
async function open(userId: string) {
  answers.length = 0;
  const calls = stubServer({
    'GET /api/logout': undefined,
    'POST /api/login': {
      roles: { userId, userName: '顾砚舟', userAccount: 'guyz', userAvatar: null, userStatus: '正常' },
      credentials: { accessToken: 'T'.repeat(43), secretKey: 'S'.repeat(43) },
    },
  });
  await draw(<SignInAgainDialog onDone={(again) => answers.push(again)} />);
  await expect.poll(captcha).not.toBe('');
  return calls;
}

async function send(account: string): Promise<void> {
  await dialog.getByText('域账号').click();
  await dialog.getByLabelText('账号', { exact: true }).fill(account);
  await dialog.getByLabelText('密码', { exact: true }).fill('secret-12');
  await dialog.getByLabelText('验证码').fill(captcha());
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
}

beforeEach(() => {
  const config = { ...known(), signIn };
  vi.spyOn(configStore, 'get').mockReturnValue(config);
  localStorage.removeItem('sign-in-way');
});

function known() {
  const config = configStore.get();
  if (config === undefined) throw new Error('The page of the tests says nothing of the server');
  return config;
}

test('offers the methods of the sign-in page: local or directory password, passkey, provider', async () => {
  await open(sessionStore.get().userId);
  await expect.element(dialog.getByRole('radio', { name: '本地账号' })).toBeChecked();
  await expect.element(dialog.getByLabelText('账号', { exact: true })).toHaveAttribute('readonly');
  await expect.element(dialog.getByRole('button', { name: '使用通行密钥' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: '前往远山门户登录' })).toBeVisible();
});

test('accepts an account and password of a directory, which is preselected the next time', async () => {
  const calls = await open(sessionStore.get().userId);
  await send('zhangsan');
  await expect.poll(() => answers).toContain(true);
  expect(calls.find(({ path }) => path === '/api/login')?.body).toMatchObject({ method: 'ad' });
  await open(sessionStore.get().userId);
  await expect.element(dialog.getByRole('radio', { name: '域账号' }).last()).toBeChecked();
});

test('ends the session of another person who signs in, and does not continue this page with it', async () => {
  const [calls, before] = [await open('somebody-else'), sessionStore.get().rolesCredentials];
  await send('guyz');
  await expect.element(dialog.getByText('这是“顾砚舟”的账号，不能在此页继续；如需使用，请换个账号登录')).toBeVisible();
  expect(calls.filter(({ path }) => path === '/api/logout').map(({ headers }) => headers.get('Authorization'))).toEqual(['T'.repeat(43)]);
  expect(sessionStore.get().rolesCredentials).toBe(before);
  expect(answers).toEqual([]);
});
