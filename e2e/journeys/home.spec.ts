import type { Page } from '@playwright/test';
import { accountWith } from '../support/accounts.ts';
import { newPassword, unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { openAs, sendSignIn } from '../support/sign-in.ts';

const keys = ['users', 'newUsers', 'signInFailures', 'unread', 'smsSent', 'operations'] as const;

/** The current figures of the home page. */
async function figuresOn(page: Page): Promise<Record<(typeof keys)[number], number>> {
  const of = async (key: string): Promise<number> =>
    Number((await page.locator(`.home-panel[data-key=${key}] dd`).first().innerText()).replaceAll(',', ''));
  const found = await Promise.all(keys.map(async (key) => [key, await of(key)]));
  return Object.fromEntries(found) as Record<(typeof keys)[number], number>;
}

test('the figures on the home page update when things change elsewhere, and each chart has a table', async ({
  openAsAdmin,
  otherPage,
  api,
}) => {
  const page = await openAsAdmin('/index');
  await page.locator('.home-panel[data-key=users]').waitFor();
  const before = await figuresOn(page);
  await page.evaluate(() => Reflect.set(globalThis, 'neverReloaded', true));

  await otherPage.goto('/login');
  await sendSignIn(otherPage, unique('nobody-'), newPassword());
  await expect(otherPage.getByRole('alert')).toHaveText('账号或密码错误');
  await api.save('sys/user', { userAccount: unique('counted-'), userName: '新来的', userPassword: newPassword() });
  const me = (await api.find('sys/user', 'userAccount', 'admin')).find(({ userAccount }) => userAccount === 'admin');
  // To nobody else: later journeys on this server count their people's unread notices.
  const toMe = { msgScope: '用户', targetIds: [me?.id], msgStatus: '已发布' };
  await api.save('sys/msg', { msgTitle: unique('通知'), msgContent: '内容', ...toMe });
  await api.save('sys/sms', { smsPhone: '13900020001', smsContent: '首页数字' });

  const { operations, ...others } = before;
  const moved = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, value + 1]));
  // The server announces it twice a minute.
  await expect(async () => {
    const now = await figuresOn(page);
    expect(now).toMatchObject(moved);
    expect(now.operations).toBeGreaterThanOrEqual(operations + 3);
  }).toPass({ timeout: 80_000 });
  expect(await page.evaluate(() => Reflect.get(globalThis, 'neverReloaded') as unknown)).toBe(true);

  for (const [title, word] of [
    ['近30天操作次数', '操作'],
    ['近30天登录', '登录失败'],
    ['近30天各时段操作次数', '操作'],
    ['近30天各模块操作次数', '操作'],
  ] as const) {
    // Drawn when it comes into view.
    await page.getByRole('region', { name: title, exact: true }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('img', { name: `${title}，图` })).toBeVisible();
    await page.getByRole('button', { name: `${title}：看表格` }).click();
    const table = page.getByRole('region', { name: `${title}，表格` });
    await expect(table.getByRole('columnheader', { name: word })).toBeVisible();
    await expect(table.getByRole('cell').filter({ hasText: /[1-9]/ }).first()).toBeAttached();
  }
  // Nothing is half hidden under the bar at the top, where it could not be clicked.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
});

test('a pending item opens its list, filtered', async ({ openAsAdmin, api }) => {
  const userAccount = unique('awaits-');
  const { id, version } = await api.save('sys/user', { userAccount, userName: '等待审核', userStatus: '待审核' });
  const page = await openAsAdmin('/index');
  await page
    .getByRole('region', { name: '待我处理' })
    .getByRole('link', { name: /待审核的注册/ })
    .click();
  await expect(page).toHaveURL(/eq=userStatus/);
  await expect(page.getByRole('cell', { name: userAccount })).toBeVisible();
  await api.call('PUT', `sys/user/approve/${id}`, { version });
});

test('the home page is arranged by keyboard alone, and keeps its layout on another machine', async ({ page, otherPage, api }) => {
  const { account, password } = await accountWith(api, []);
  await openAs(page, account, password);
  await page.getByRole('button', { name: '编辑首页' }).press('Enter');
  await page.getByRole('button', { name: '移动“最近的记录”' }).focus();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: '移动“最近的记录”' })).toBeFocused();
  await page.getByRole('button', { name: '“统计数据”的操作' }).press('Enter');
  await page.getByRole('menuitem', { name: '隐藏' }).press('Enter');
  await expect(page.getByRole('button', { name: '放回“统计数据”' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '完成' }).press('Enter');
  const cards = (of: Page) => of.locator('.home-card h2').allTextContents();
  await expect.poll(() => cards(page)).toEqual(['最近的记录', '待我处理']);
  await expect(page.locator('.home-panel')).toHaveCount(0);

  await openAs(otherPage, account, password);
  await expect.poll(() => cards(otherPage)).toEqual(['最近的记录', '待我处理']);
});
