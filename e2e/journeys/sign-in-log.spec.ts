import { newPassword, unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { choose, rowOf } from '../support/press.ts';
import { sendSignIn, signIn } from '../support/sign-in.ts';

test('shows a refused and a successful sign-in, and lets nobody change them', async ({ openAsAdmin, otherPage, api }) => {
  const userAccount = unique('logged-');
  const userPassword = newPassword();
  await api.save('sys/user', { userAccount, userName: '来过的人', userPassword, userStatus: '正常' });
  await otherPage.goto('/login');
  await sendSignIn(otherPage, userAccount, 'wrong');
  await expect(otherPage.getByRole('alert')).toHaveText('账号或密码错误');
  await signIn(otherPage, userAccount, userPassword);

  const page = await openAsAdmin(`/sys/log-login/list?like=userAccount:${userAccount}`);
  await expect(rowOf(page, userAccount)).toHaveCount(2);
  await expect(rowOf(page, '失败')).toContainText('账号或密码错误');
  await expect(rowOf(page, '登录成功')).toContainText('来过的人');
  await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0);

  await rowOf(page, '登录成功').getByRole('button', { name: '查看' }).click();
  const drawer = page.getByRole('dialog', { name: '查看登录日志' });
  await expect(drawer).toContainText('Chrome');
  await expect(drawer.getByRole('button', { name: '保存' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  // A line of today must be kept: its row offers no deletion, and the toolbar's button says why.
  await expect(rowOf(page, '登录成功').getByRole('button', { name: '删除' })).toHaveCount(0);
  await rowOf(page, '登录成功').getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('日志须保留 180 天，这条日志还不能删除')).toBeVisible();
  await expect(rowOf(page, userAccount)).toHaveCount(2);
});

test('filters by time', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/log-login/list');
  await expect(rowOf(page, 'admin')).not.toHaveCount(0);

  await page.getByRole('button', { name: '添加筛选' }).click();
  await choose(page, '筛选字段', '时间');
  await page.getByLabel('时间不早于').fill('2999-01-01 00:00:00');
  await page.getByLabel('时间不早于').press('Tab');
  await page.getByRole('form', { name: '添加筛选' }).getByRole('button', { name: '添加' }).click();
  await expect(page.getByText('没有符合条件的登录日志')).toBeVisible();
  await expect(page.getByRole('group', { name: '当前筛选' })).toContainText('不小于 2999-01-01 00:00:00');

  await page.getByRole('button', { name: '移除筛选时间' }).click();
  await choose(page, '筛选字段', '时间');
  await page.getByLabel('时间不早于').fill('2000-01-01 00:00:00');
  await page.getByLabel('时间不早于').press('Tab');
  await page.getByLabel('时间不晚于').fill('2999-01-01 00:00:00');
  await page.getByLabel('时间不晚于').press('Tab');
  await page.getByRole('form', { name: '添加筛选' }).getByRole('button', { name: '添加' }).click();
  await expect(rowOf(page, 'admin')).not.toHaveCount(0);
});
