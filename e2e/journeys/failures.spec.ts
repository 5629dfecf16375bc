import type { Page } from '@playwright/test';
import { newPassword, unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { valueOf } from '../support/press.ts';

// The browser itself logs each of these in its console.
test.use({
  expectedErrors: [
    /Failed to load resource: (net::ERR_CONNECTION_RESET|the server responded with a status of 500)|^SyntaxError|blob:nowhere/,
  ],
});

const saveCall = '**/api/sys/user/save';

/** Opens a form with a new user who already has a password, so that no dialog follows. */
async function fillNewUser(page: Page, account: string): Promise<void> {
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('姓名').fill('坚持不懈');
  await page.getByLabel('密码', { exact: true }).fill(newPassword());
}

test('a server error is explained in words, and saving again creates one record', async ({ openAsAdmin, api }) => {
  const account = unique('failed-');
  const page = await openAsAdmin('/sys/user/view/new');
  await fillNewUser(page, account);
  // The server saved it; the answer is broken on the way.
  await page.route(saveCall, async (route) => route.fulfill({ response: await route.fetch(), status: 500 }), { times: 1 });
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('服务器异常，请稍后重试！')).toBeVisible();
  await expect(page.getByLabel('账号')).toHaveValue(account);

  await page.getByRole('button', { name: '保存' }).click();
  await expect(valueOf(page, '账号')).toHaveText(account);
  expect(await api.find('sys/user', 'userAccount', account)).toHaveLength(1);
});

test('a missing answer is a timeout, and saving again creates one record', async ({ openAsAdmin, page, api }) => {
  // The clock of a call runs twenty times as fast: 20 s become 1 s.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds === 20_000 ? 1_000 : milliseconds);
  });
  const account = unique('slow-');
  await openAsAdmin('/sys/user/view/new');
  await fillNewUser(page, account);
  await page.route(saveCall, async (route) => void (await route.fetch()), { times: 1 });
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('服务器超时，请稍后重试！')).toBeVisible();
  await page.getByRole('button', { name: '保存' }).click();
  await expect(valueOf(page, '账号')).toHaveText(account);
  expect(await api.find('sys/user', 'userAccount', account)).toHaveLength(1);
});

test('a dropped connection is explained in words, and saving again creates one record', async ({ openAsAdmin, api }) => {
  const account = unique('cut-');
  const page = await openAsAdmin('/sys/user/view/new');
  await fillNewUser(page, account);
  await page.route(
    saveCall,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('网络异常，请检查网络连接')).toBeVisible();
  await page.getByRole('button', { name: '保存' }).click();
  await expect(valueOf(page, '账号')).toHaveText(account);
  expect(await api.find('sys/user', 'userAccount', account)).toHaveLength(1);
});

const redMessage = (page: Page) => page.locator('.ant-message-error');

/** @see docs/postmortems/emptied-by-a-failed-reading.md */
test('a failed read or save in the personal centre is explained in words', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/profile');
  await expect(page.getByLabel('账号')).toHaveValue('admin');
  const broken = { status: 500, json: { success: false, code: 50000, message: 'x' } };
  await page.route('**/api/sys/user/select-sessions', (route) => route.fulfill(broken));
  await page.getByRole('tab', { name: '登录设备' }).click();
  await expect(redMessage(page)).toHaveText('服务器异常，请稍后重试！');
  await expect(page.getByRole('tabpanel', { name: '登录设备' })).toContainText('服务器异常，请稍后重试！');
  await expect(redMessage(page)).toHaveCount(0);
  const refused = { json: { success: false, code: 40900, message: '数据已被他人修改，请刷新后重试' } };
  await page.route('**/api/sys/user/select-logins*', (route) => route.fulfill(refused));
  await page.getByRole('tab', { name: '登录记录' }).click();
  await expect(redMessage(page)).toHaveText('数据已被他人修改，请刷新后重试');
  await page.route('**/api/sys/user/save-info', (route) => route.fulfill(broken));
  await page.getByRole('tab', { name: '个人资料' }).click();
  await page.getByLabel('手机号').fill('13800000001');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(redMessage(page).filter({ hasText: '服务器异常，请稍后重试！' })).toBeVisible();
  // Loaded data stays if it cannot be loaded again.
  await page.unroute('**/api/sys/user/select-sessions');
  await page.getByRole('tab', { name: '登录设备' }).click();
  const devices = page.getByRole('list', { name: '登录设备' });
  await expect(devices).toContainText('当前设备');
  await page.route('**/api/sys/user/select-sessions', (route) => route.fulfill(broken));
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('无法连接服务器，正在重试。下面的设备可能不是最新的。')).toBeVisible();
  await expect(devices).toContainText('当前设备');
});

test('a list that cannot be loaded says so and is loaded again on demand', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  const broken = '**/api/sys/user/select-page*';
  await page.route(broken, async (route) => route.fulfill({ response: await route.fetch(), status: 500 }));
  await page.getByRole('main').getByRole('link', { name: '用户管理' }).click();
  await expect(page.getByText('用户列表加载失败')).toBeVisible();
  await expect(redMessage(page)).toHaveText('服务器异常，请稍后重试！');
  // Nor does a palette that fails to load take the focus back from somebody who has closed it.
  const given: (() => Promise<void>)[] = [];
  await page.route('**/assets/command-palette-*.js', (route) => void given.push(() => route.abort('connectionreset')));
  await page.getByRole('button', { name: '重试' }).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '重试' })).toBeFocused();
  await page.getByRole('searchbox', { name: '搜索用户' }).focus();
  await expect.poll(() => given.length).toBe(1);
  const lost = page.waitForEvent('requestfailed');
  await given[0]?.();
  await lost;
  await page.keyboard.type('admin');
  await expect(page.getByRole('searchbox', { name: '搜索用户' })).toHaveValue('admin');
  await page.unroute(broken);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText(/^共 [\d,]+ 条$/)).toBeVisible();
  await expect(page.getByText('用户列表加载失败')).toBeHidden();
});

/** @see docs/postmortems/emptied-by-a-failed-reading.md */
test('a list that cannot be refreshed keeps its rows, says how old they are, and recovers by itself', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/user/list');
  const total = page.getByText(/^共 [\d,]+ 条$/);
  await expect(total).toBeVisible();
  const call = '**/api/sys/user/select-page*';
  await page.route(call, (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: '刷新' }).click();
  const notice = page.getByRole('alert').filter({ hasText: '无法连接服务器，正在重试' });
  await expect(notice).toContainText(/现在显示的是 \d{2}:\d{2}:\d{2} 的数据/);
  await expect(total).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^选择/ }).first()).toBeVisible();
  await page.unroute(call);
  await expect(notice).toBeHidden();
});

test('a record that does not exist says so instead of showing an empty form', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  // Nor can anybody create a log entry.
  for (const path of ['/sys/user/view/01890a5d-ac96-774b-bcce-b302099a8057', '/sys/log-login/view/new']) {
    await goTo(page, path);
    const shown = page.locator('.tab-page').filter({ visible: true });
    await expect(shown.getByRole('heading', { name: '没有这条记录' })).toBeVisible();
    await shown.getByRole('button', { name: '返回列表' }).click();
    await expect(page).toHaveURL((url) => url.pathname === path.replace(/view.*/, 'list'));
  }
});

for (const [script, code] of [
  ['its entry script', /\/assets\/start-[^/]+\.js$/],
  ['a script that its entry script imports', /\/assets\/shell-[^/]+\.js$/],
] as const)
  test(`a page that cannot load ${script} says so, and opens once it can`, async ({ openAsAdmin }) => {
    const page = await openAsAdmin('/sys/role/list');
    await page.route(code, (route) => route.abort('connectionreset'));
    await page.reload();
    const failed = page.getByRole('main');
    await expect(failed.getByRole('heading', { name: '页面打开失败' })).toBeVisible();
    await expect(failed.getByText('可能是网络中断，或者系统刚刚更新。', { exact: true })).toBeVisible();
    await page.unroute(code);
    await failed.getByRole('button', { name: '重试' }).click();
    await expect(page.locator('main .ant-table-row').first()).toBeVisible();
  });

test('a sign-in page whose code this browser cannot parse says that it could not be opened', async ({ page }) => {
  await page.route(/\/assets\/start-[^/]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: 'a language to come' }));
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: '页面打开失败' })).toBeVisible();
});

test('a foreign script, such as an extension’s, may fail while the sign-in page’s own code is loading', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/start-[^/]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByLabel('账号')).toBeVisible();
  await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<Event>();
    const script = Object.assign(document.createElement('script'), { src: 'blob:nowhere', onerror: resolve });
    document.head.append(script);
    await promise;
  });
  held.resolve();
  await expect(page.locator('.captcha span').first()).toBeVisible();
});

test('one-time passwords are shown even if no further code can be loaded', async ({ openAsAdmin, api }) => {
  const account = unique('shown-');
  const { id } = await api.save('sys/user', { userAccount: account, userName: '只此一次', userPassword: newPassword() });
  const page = await openAsAdmin(`/sys/user/view/${String(id)}`);
  await page.getByRole('button', { name: '重置密码' }).click();
  const question = page.getByRole('dialog', { name: '重置“只此一次”的密码？' });
  await expect(question).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.abort('connectionreset'));
  await question.getByRole('button', { name: '重置密码' }).click();
  const shown = page.getByRole('dialog', { name: '一次性密码' });
  await expect(shown).toContainText(account);
  await shown.getByRole('button', { name: '我已保存，关闭' }).click();

  await page.unroute('**/assets/*.js');
  await goTo(page, '/sys/user/view/new');
  const form = page.locator('.tab-page').filter({ visible: true });
  const added = unique('shown-');
  await form.getByLabel('账号').fill(added);
  await form.getByLabel('姓名').fill('再此一次');
  await page.route('**/assets/*.js', (route) => route.abort('connectionreset'));
  await form.getByRole('button', { name: '保存' }).click();
  await expect(shown).toContainText(added);
});
