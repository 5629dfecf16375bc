import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { signInAgain } from '../support/sign-in.ts';

test.use({ settings: { SESSION_HOURS: '0.0833', SESSION_MAX_HOURS: '24' } });

const warning = (page: Page) => page.getByRole('alert').filter({ hasText: '继续使用' });
const tokenOf = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(sessionStorage.getItem('rolesCredentials') ?? '') as { credentials: { accessToken: string } }).credentials.accessToken,
  );

test('two minutes before an idle session ends every window warns, and 继续使用 in one extends it for all', async ({
  openAsAdmin,
  page: first,
  context,
}) => {
  await first.clock.install();
  const page = await openAsAdmin('/sys/role/view/new');
  await page.getByLabel('角色名称').fill('还在写');
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByLabel('账号')).toHaveValue('admin');
  // When the clock is moved forward, windows send requests by themselves, and so does a reconnecting socket: such use would extend the session.
  await context.route(/\/api\/(?!sys\/user\/two-step)/, async (route) => {
    const response = await route.fetch();
    const { 'session-ends-in': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.clock.fastForward('02:45');
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward('00:20');
  for (const each of [page, other]) await expect(warning(each)).toContainText(/长时间没有操作，登录即将过期\s*1:\d\d/);
  await warning(other).getByRole('button', { name: '继续使用' }).click();
  for (const each of [page, other]) await expect(warning(each)).toHaveCount(0);
  await page.clock.fastForward('02:30');
  await expect(warning(page)).toHaveCount(0);
  await expect(page.getByLabel('角色名称')).toHaveValue('还在写');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('before a session reaches its maximum age, 继续使用 signs in again in place and keeps what is open', async ({
  openAsAdmin,
  page: first,
  server,
}) => {
  await first.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'session-ends-in': 'idle=290, total=100' } });
  });
  const page = await openAsAdmin('/sys/role/view/new');
  await page.getByLabel('角色名称').fill('还在写');
  const before = await tokenOf(page);
  await expect(warning(page)).toContainText(/本次登录即将到期，继续使用需再次登录\s*1:\d\d/);
  await page.unrouteAll({ behavior: 'wait' });
  await warning(page).getByRole('button', { name: '继续使用' }).click();
  await expect(warning(page)).toHaveCount(0);
  await signInAgain(page, server.adminPassword);
  await expect(warning(page)).toHaveCount(0);
  expect(await tokenOf(page)).not.toBe(before);
  await expect(page.getByLabel('角色名称')).toHaveValue('还在写');
  // The previous session has ended.
  await expect
    .poll(async () => (await (await page.request.get('/api/sys/user/two-step', { headers: { Authorization: before } })).json()).code)
    .toBe(40003);
});
