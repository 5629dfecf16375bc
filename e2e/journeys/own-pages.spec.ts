import { newPassword, unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { accountWith } from '../support/accounts.ts';
import { choose, rowOf, valueOf } from '../support/press.ts';
import { openAs, sendSignIn, signIn } from '../support/sign-in.ts';
import { untilConnected } from '../support/until-connected.ts';

test('the home page greets the person and leads to every page of the menu', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 }).first()).toContainText('管理员');
  for (const title of ['用户管理', '字典管理', '登录日志']) await expect(main.getByRole('link', { name: title })).toBeVisible();
  await main.getByRole('link', { name: '登录日志' }).click();
  await expect(page.getByRole('heading', { name: '登录日志列表' })).toBeAttached();
  await expect(page).toHaveTitle('登录日志列表 - 管理后台');
});

test('a person without permissions has a home page, and other pages do not exist for them', async ({ page, api }) => {
  const userAccount = unique('plain-');
  const userPassword = newPassword();
  await api.save('sys/user', { userAccount, userName: '普通人', userPassword, userStatus: '正常' });
  await signIn(page, userAccount, userPassword, '/sys/user/list');
  await expect(page).toHaveURL('/error/404');
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page.getByRole('main')).toContainText('普通人');
  await expect(page.getByRole('link', { name: '用户管理' })).toHaveCount(0);
});

test('a person edits their own details, and the top bar shows the new name', async ({ page, api }) => {
  const userAccount = unique('own-');
  const userPassword = newPassword();
  await api.save('sys/user', { userAccount, userName: '旧名字', userPassword, userStatus: '正常' });
  await signIn(page, userAccount, userPassword, '/index');
  await page.getByRole('button', { name: '用户菜单' }).click();
  await expect(page.getByText(/^版本 \d+\.\d+\.\d+ · 前端 1\.1\.5$/)).toBeVisible();
  await page.getByRole('menuitem', { name: '个人中心' }).click();
  await expect(page.getByLabel('账号')).not.toBeEditable();
  await page.getByLabel('手机号').fill('12');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByLabel('手机号')).toHaveAccessibleDescription(/手机号/);

  await page.getByLabel('手机号').fill('13800138000');
  await page.getByLabel('姓名').fill('新名字');
  await page.getByRole('combobox', { name: '性别' }).press('ArrowDown');
  await expect(page.getByRole('option', { name: '男' })).toBeAttached();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('新名字');
  await page.reload();
  await expect(page.getByLabel('手机号')).toHaveValue('13800138000');
  await expect(page.getByRole('banner')).toContainText('新名字');
});

test('changing a password requires the old one and ends every other session', async ({ page, otherPage, api }) => {
  const userAccount = unique('secret-');
  const old = newPassword();
  await api.save('sys/user', { userAccount, userName: '换密码', userPassword: old, userStatus: '正常' });
  await openAs(page, userAccount, old, '/profile?tab=security');
  await untilConnected(otherPage, () => openAs(otherPage, userAccount, old));
  const chosen = newPassword();
  const fill = async (oldPassword: string, again: string): Promise<void> => {
    await page.getByLabel('原密码').fill(oldPassword);
    await page.getByLabel('新密码', { exact: true }).fill(chosen);
    await page.getByLabel('确认新密码').fill(again);
    await page.getByRole('button', { name: '修改密码' }).click();
  };
  const rules = page.getByRole('list', { name: '密码要求' });
  await page.getByLabel('新密码', { exact: true }).fill('password');
  await expect(rules.getByRole('listitem')).toHaveText([
    /个字符，已满足/,
    /混用大小写字母、数字和符号，未满足/,
    /常见密码.*，未满足/,
    /账号，已满足/,
    /原密码不同，已满足/,
    /不易猜到.*，未满足/,
  ]);
  await page.getByLabel('新密码', { exact: true }).fill('Zhang@2026');
  await expect(page.getByText('密码以年份或日期为主，容易被猜到')).toBeVisible();
  await fill(old, 'something else');
  await expect(rules.getByText('未满足')).toHaveCount(0);
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  await fill('not the old one', chosen);
  await expect(page.getByLabel('原密码')).toHaveAccessibleDescription(/原密码不正确/);
  await fill(old, chosen);
  await expect(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: '个人资料' }).click();
  await expect(page.getByLabel('姓名')).toHaveValue('换密码');

  const dialog = otherPage.getByRole('dialog', { name: '登录异常' });
  await expect(dialog).toContainText('请重新登录，密码已修改');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(otherPage.getByRole('button', { name: '登录' })).toBeVisible();
  await openAs(otherPage, userAccount, chosen, '/profile');
  await expect(otherPage.getByLabel('姓名')).toHaveValue('换密码');
});

test('a person ends their other session in the personal centre, and finds it in their history', async ({ page, otherPage, api }) => {
  const { account, password } = await accountWith(api, []);
  await untilConnected(otherPage, () => openAs(otherPage, account, password));
  await openAs(page, account, password, '/profile?tab=sessions');
  const devices = page.getByRole('list', { name: '登录设备' }).getByRole('listitem');
  await expect(devices).toHaveText([/Chrome .* 于 Linux.*当前设备.*IP 127\.0\.0\.1/, /Chrome .* 于 Linux/]);
  await expectAccessible(page);
  await devices.last().getByRole('button', { name: /下线/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole('button', { name: '下线其他所有设备' })).toBeDisabled();

  const alert = otherPage.getByRole('dialog', { name: '登录异常' });
  await expect(alert).toContainText('请重新登录，您已在其他设备上将本设备下线');
  await alert.getByRole('button', { name: '确定' }).click();
  await sendSignIn(otherPage, account, 'not the password');
  await expect(otherPage.getByRole('alert')).toHaveText('账号或密码错误');

  await page.getByRole('tab', { name: '登录记录' }).click();
  await expect(page.getByRole('list', { name: '登录记录' }).getByRole('listitem')).toContainText([
    '登录 · 账号或密码错误',
    '强制退出 · 由本人在其他设备下线',
    '登录 · 登录成功',
    '登录 · 登录成功',
  ]);
  await expectAccessible(page);
  await page.getByRole('tab', { name: '操作记录' }).click();
  await expect(page.getByRole('list', { name: '操作记录' }).getByRole('listitem').first()).toContainText(`在线用户 · 下线 · ${account}`);
  await page.getByRole('tab', { name: '偏好设置' }).click();
  await expect(page.getByRole('radiogroup', { name: '明暗主题' })).toBeVisible();
  await expectAccessible(page);
});

for (const [path, title] of [
  ['/error/40003', '没有可访问的页面'],
  ['/error/404', '页面不存在'],
  ['/error/teapot', '页面出错了'],
] as const) {
  test(`${path} says ${title} to everybody and leads back home`, async ({ page, openAsAdmin }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('button', { name: '返回首页' }).click();
    await expect(page).toHaveURL('/login');
    await openAsAdmin(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('button', { name: '返回首页' }).click();
    await expect(page).toHaveURL('/index');
  });
}

test('an unknown path leads to error 404', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/no/such/page');
  await expect(page).toHaveURL('/error/404');
});

test('registers, waits for approval, is approved and signs in', async ({ openAsAdmin, otherPage }) => {
  const account = unique('joins-');
  const password = newPassword();
  await otherPage.goto('/login');
  await otherPage.getByRole('link', { name: '注册' }).click();
  await otherPage.getByLabel('账号').fill(account);
  await otherPage.getByLabel('姓名').fill('新来的');
  await otherPage.getByLabel('密码', { exact: true }).fill(password);
  await otherPage.getByLabel('确认密码').fill('another');
  await otherPage.getByRole('button', { name: '注册' }).click();
  await expect(otherPage.getByLabel('确认密码')).toHaveAccessibleDescription('两次输入的密码不一致');
  await otherPage.getByLabel('确认密码').fill(password);
  await otherPage.getByRole('button', { name: '注册' }).click();
  await expect(otherPage.getByRole('status')).toHaveText(/^申请已提交，请等待管理员审核。/);
  await otherPage.getByRole('link', { name: '返回登录' }).click();
  await sendSignIn(otherPage, account, password);
  await expect(otherPage.getByRole('alert')).toHaveText('账号正在等待审核');

  const page = await openAsAdmin(`/sys/user/list?like=userAccount:${account}`);
  await expect(rowOf(page, account)).toContainText('待审核');
  await rowOf(page, account).getByRole('button', { name: '编辑' }).click();
  await choose(page, /状态/, '正常');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(valueOf(page, '状态')).toHaveText('正常');

  await sendSignIn(otherPage, account, password);
  await expect(otherPage.getByRole('main')).toContainText('新来的');
});

test('a taken account is answered like a free one, and the password lists load only once a password is typed', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/register');
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('姓名').fill('冒名');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => url.includes('estimate'))).toEqual([]);
  const password = newPassword();
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码').fill(password);
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByRole('status')).toHaveText(/^申请已提交，请等待管理员审核。/);
  expect(scripts.filter((url) => url.includes('estimate'))).toHaveLength(1);
});
