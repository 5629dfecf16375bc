import { codes } from '@back-office/contract/envelope.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../platform/request/api-error.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { openWays } from './open-ways.ts';

const before = location.pathname + location.search;
afterEach(() => {
  history.replaceState(null, '', before);
  document.body.replaceChildren();
});

/** The form with a directory and the local password, and mocks of its functions; `query` is the query of the page's address. */
function open(query = '', more = '') {
  history.replaceState(null, '', `/login${query}`);
  document.body.innerHTML = `<form aria-label="登录">
    <fieldset class="gate-choice">
      <label><input type="radio" name="method" value="staff" checked>员工目录</label>
      <label><input type="radio" name="method" value="password">本系统</label>
    </fieldset>
    <label>账号<input name="account"></label>${more}
    <div class="gate-ways"><button type="button" class="gate-way">通行密钥</button></div>
  </form>`;
  const form = document.querySelector('form') ?? document.createElement('form');
  const asked = { say: vi.fn(), enter: vi.fn<(ask: () => Promise<unknown>) => void>() };
  return { ...asked, ways: openWays({ form, ...asked }) };
}

const refusal = (outcome: 'mustLink' | 'gone' | 'wrongPassword', data?: unknown) =>
  new ApiError(codes[outcome].message, { ...codes[outcome], data });
const mustLink = refusal('mustLink', { ticket: 'link', expiresIn: 600, name: '林小满', label: '企业微信' });
const choice = page.getByRole('group');

test('says which account the password belongs to, and preselects the method that was used last', async () => {
  expect(open().ways.more()).toEqual({ method: 'staff' });
  await page.getByRole('radio', { name: '本系统' }).click();
  expect(open().ways.more()).toEqual({ method: 'password' });
  localStorage.setItem('sign-in-way', 'gone-since');
  expect(open().ways.more()).toEqual({ method: 'staff' });
});

test('asks for the local password to link an account, names its person, and sends nothing else with it', async () => {
  const { ways, say } = open();
  await page.getByLabelText('账号').fill('of-elsewhere');
  expect(ways.handleMustLink(mustLink)).toBe(true);
  expect(say.mock.calls).toEqual([[expect.stringContaining('“林小满”（企业微信）')]]);
  await expect.element(choice).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('账号')).toHaveValue('');
  expect(ways.more()).toEqual({ link: 'link' });
  // A wrong password keeps the link; an expired link restores all methods.
  expect(ways.handleMustLink(refusal('wrongPassword'))).toBe(false);
  expect(ways.more()).toEqual({ link: 'link' });
  expect(ways.handleMustLink(refusal('gone'))).toBe(false);
  await expect.element(choice).toBeVisible();
  expect(ways.more()).toEqual({ method: 'staff' });
});

test('ignores a link with missing data', () => {
  const { ways, say } = open();
  expect(ways.handleMustLink(refusal('mustLink', { ticket: 'link' }))).toBe(false);
  expect(ways.handleMustLink(new Error('mustLink'))).toBe(false);
  expect(say).not.toHaveBeenCalled();
});

test('signs in once with the ticket that a provider returned, and keeps the requested page', async () => {
  const calls = stubServer({ 'POST /api/login/ticket': { roles: {} } });
  const { enter } = open('?redirect=%2Fsys%2Fuser&ticket=abc');
  expect(location.search).toBe('?redirect=%2Fsys%2Fuser');
  await enter.mock.calls[0]?.[0]();
  expect(calls.map(({ body }) => body)).toEqual([{ ticket: 'abc' }]);
  expect(open(location.search).enter).not.toHaveBeenCalled();
});

test('says why a provider returned without a ticket, and nothing for an unknown reason', () => {
  const { say, enter } = open('?refused=denied');
  expect(say.mock.calls).toEqual([['对方没有同意登录，请重试']]);
  expect(location.search).toBe('');
  expect(enter).not.toHaveBeenCalled();
  expect(open('?refused=toString').say).not.toHaveBeenCalled();
});

test('opens the administrator’s form on request, and moves the focus to the account', async () => {
  open('', '<button type="button" class="gate-local">使用管理员密码登录</button>');
  const local = page.getByRole('button', { name: '使用管理员密码登录' });
  await local.click();
  await expect.element(local).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('账号')).toHaveFocus();
});
