import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OwnLogin, OwnOperation } from '../own.ts';
import { OwnLogins, OwnOperations } from './own-history.tsx';

const login = (id: string, values: Partial<OwnLogin> = {}): OwnLogin => ({
  id,
  loginType: '登录',
  loginStatus: '成功',
  loginMessage: null,
  loginIp: '10.0.0.1',
  loginBrowser: 'Chrome 138.0',
  loginOs: 'Windows 10',
  loginTime: '2026-03-04 05:06:07',
  ...values,
});
const operation: OwnOperation = {
  id: '1',
  optModule: '用户',
  optType: '修改',
  optTarget: '张三',
  optStatus: '失败',
  optMessage: '数据已被他人修改',
  optIp: null,
  optTime: '2026-03-04 05:06:07',
};
const logins = 'GET /api/sys/user/select-logins';
const lines = page.getByRole('list', { name: '登录记录' });

test('lists sign-ins with device and IP address, and why one failed', async () => {
  stubServer({ [logins]: { items: [login('1'), login('2', { loginStatus: '失败', loginMessage: '密码错误', loginIp: null })], total: 2 } });
  await draw(<OwnLogins />);
  await expect
    .element(lines.getByRole('listitem').first())
    .toMatchTextContent('成功登录Chrome 138 于 Windows 1010.0.0.12026-03-04 05:06:07');
  await expect
    .element(lines.getByRole('listitem').last())
    .toMatchTextContent('失败登录 · 密码错误Chrome 138 于 Windows 102026-03-04 05:06:07');
});

test('lists the user’s operations with their target and outcome', async () => {
  stubServer({ 'GET /api/sys/user/select-operations': { items: [operation], total: 1 } });
  await draw(<OwnOperations />);
  await expect
    .element(page.getByRole('list', { name: '操作记录' }))
    .toMatchTextContent('失败用户 · 修改 · 张三数据已被他人修改2026-03-04 05:06:07');
});

test('pages through the sign-ins; a new time range starts at the first page', async () => {
  const calls = stubServer({ [logins]: ({ query }: Call) => ({ items: [login(`p${query.get('index')}`)], total: 45 }) });
  await draw(<OwnLogins />);
  await expect.element(page.getByText('共 45 条')).toBeVisible();
  await page.getByTitle('2', { exact: true }).click();
  await expect.poll(() => calls.at(-1)?.query.get('index')).toBe('1');
  await page.getByPlaceholder('不早于').fill('2026-03-01 00:00:00');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => calls.at(-1)?.query.toString()).toBe('index=0&limit=20&ge=loginTime%3A2026-03-01+00%3A00%3A00');
});

test('turns to the only page left if the one being read no longer exists, as after old entries were removed', async () => {
  let total = 45;
  stubServer({
    [logins]: ({ query }: Call) => {
      const index = Number(query.get('index'));
      return { items: index * 20 < total ? [login(`${index}`, { loginIp: `10.0.0.${index}` })] : [], total };
    },
  });
  const { queries } = await draw(<OwnLogins />);
  await page.getByTitle('3', { exact: true }).click();
  await expect.element(page.getByText('10.0.0.2')).toBeVisible();
  total = 15;
  await queries.invalidateQueries();
  await expect.element(page.getByText('10.0.0.0')).toBeVisible();
});

test('says that only the latest 1,000 sign-ins can be reached', async () => {
  stubServer({ [logins]: { items: [login('1')], total: 1000 } });
  await draw(<OwnLogins />);
  await expect.element(page.getByText('最近 1,000 条')).toBeVisible();
});

test('says that a time range has no sign-ins', async () => {
  stubServer({ [logins]: { items: [], total: 0 } });
  await draw(<OwnLogins />);
  await expect.element(page.getByText('这段时间没有登录记录')).toBeVisible();
});

test('says why the history cannot be loaded, and loads it on retry', async () => {
  let broken = true;
  stubServer({
    [logins]: () => {
      if (broken) throw new Refusal('notPermitted');
      return { items: [login('1')], total: 1 };
    },
  });
  await draw(<OwnLogins />);
  await expect.element(page.getByText('加载失败')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(lines).toBeVisible();
});
