import { newPassword, unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { choose, labelOf, rowOf, valueOf } from '../support/press.ts';
import { sendSignIn } from '../support/sign-in.ts';

test('adds a user, whose one-time password is shown once and must be changed', async ({ openAsAdmin, otherPage }) => {
  const account = unique('new-');
  const page = await openAsAdmin('/sys/user/list');
  await page.getByRole('button', { name: '新增' }).click();
  await page.locator('form').getByLabel('账号').fill(account);
  await page.getByLabel('姓名').fill('李新');
  await choose(page, '性别', '女');
  await page.getByRole('button', { name: '保存' }).click();
  const dialog = page.getByRole('dialog', { name: '一次性密码' });
  await expect(dialog).toContainText(account);
  const oneTime = await dialog.getByRole('code').innerText();
  // A superfluous Enter copies it, and loses nothing.
  await expect(dialog.getByRole('button', { name: '复制' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: '我已保存，关闭' }).click();
  await expect(dialog).toBeHidden();
  await expect(valueOf(page, '性别')).toHaveText('女');
  await page.reload();
  await expect(valueOf(page, '账号')).toHaveText(account);
  await expect(page.getByText(oneTime)).toHaveCount(0);

  await otherPage.goto('/login');
  await sendSignIn(otherPage, account, oneTime);
  const change = otherPage.getByRole('dialog', { name: '修改密码' });
  await expect(change.getByRole('alert').filter({ hasText: '请先修改密码' })).toBeVisible();
  const chosen = newPassword();
  await change.getByLabel('原密码').fill(oneTime);
  await change.getByLabel('新密码', { exact: true }).fill(chosen);
  await change.getByLabel('确认新密码').fill(chosen);
  await change.getByRole('button', { name: '修改密码' }).click();
  await expect(change).toBeHidden();
  await otherPage.goto('/profile');
  await expect(otherPage.getByLabel('姓名')).toHaveValue('李新');
});

test('an existing user’s password is reset by a button, and only a new user’s password is typed', async ({
  openAsAdmin,
  otherPage,
  api,
}) => {
  const account = unique('reset-');
  const { id } = await api.save('sys/user', { userAccount: account, userName: '忘了', userPassword: newPassword() });
  const page = await openAsAdmin('/sys/user/view/new');
  await expect(page.getByText('留空则生成一次性密码')).toBeVisible();
  await goTo(page, `/sys/user/view/${String(id)}?edit=1`);
  const form = page.locator('.tab-page').filter({ visible: true });
  await expect(form.getByLabel('账号')).toHaveValue(account);
  await expect(form.getByText('留空则生成一次性密码')).toBeHidden();
  await form.getByRole('button', { name: '重置密码' }).click();
  const question = page.getByRole('dialog', { name: /重置“忘了”的密码/ });
  await expect(question.getByRole('button', { name: '取消' })).toBeFocused();
  await question.getByRole('button', { name: '重置密码' }).click();
  const oneTime = await page.getByRole('dialog', { name: '一次性密码' }).getByRole('code').innerText();
  await otherPage.goto('/login');
  await sendSignIn(otherPage, account, oneTime);
  await expect(otherPage.getByRole('dialog', { name: '修改密码' })).toBeVisible();
});

test('says at each field what is wrong, before and after asking the server', async ({ openAsAdmin, api }) => {
  const taken = unique('taken-');
  await api.save('sys/user', { userAccount: taken, userName: '先来的', userStatus: '正常' });
  const page = await openAsAdmin('/sys/user/view/new');
  await page.getByLabel('手机号').fill('12');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByLabel('账号')).toHaveAccessibleDescription(/账号不能为空/);
  await expect(page.getByLabel('账号')).toBeFocused();
  await expect(page.getByLabel('手机号')).toHaveAccessibleDescription(/手机号/);

  await page.getByLabel('账号').fill(taken);
  await page.getByLabel('姓名').fill('后来的');
  await page.getByLabel('手机号').fill('13800138000');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByLabel('账号')).toHaveAccessibleDescription(/账号已存在/);
  await expect(page.getByLabel('姓名')).toHaveValue('后来的');
});

test('edits a user, previews the change and views what was saved', async ({ openAsAdmin, api }) => {
  const userName = unique('edited-');
  await api.save('sys/user', { userAccount: unique('e-'), userName, userPhone: '13800138000', userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?like=userName:${userName}`);
  await rowOf(page, userName).getByRole('button', { name: '编辑' }).click();
  await page.locator('form').getByLabel('邮箱').fill('someone@example.com');
  await page.getByLabel('手机号').fill('');
  await choose(page, /状态/, '停用');
  await page.getByRole('button', { name: '预览' }).click();
  await expect(valueOf(page, '状态')).toHaveText('停用');
  await page.getByRole('button', { name: '继续编辑' }).click();
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('保存成功')).toBeVisible();

  await page.getByRole('button', { name: '返回用户列表' }).click();
  await page.getByRole('searchbox', { name: '搜索用户' }).fill(userName);
  await page.getByRole('searchbox', { name: '搜索用户' }).press('Enter');
  await rowOf(page, userName).getByRole('button', { name: '查看' }).click();
  await expect(valueOf(page, '邮箱')).toHaveText('someone@example.com');
  await expect(valueOf(page, '手机号')).toHaveText('—');
  await expect(valueOf(page, '状态')).toHaveText('停用');
  await expect(labelOf(page, '密码')).toHaveCount(0);
});

test('asks before leaving a form with unsaved input', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/user/view/new');
  await page.getByLabel('姓名').fill('半途而废');
  await page.getByRole('button', { name: '返回用户列表' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click();
  await expect(page.getByLabel('姓名')).toHaveValue('半途而废');
  await page.getByRole('button', { name: '返回用户列表' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click();
  await expect(page.getByRole('heading', { name: '用户列表' })).toBeAttached();
});

test('deletes one user after asking', async ({ openAsAdmin, api }) => {
  const userName = unique('deleted-');
  await api.save('sys/user', { userAccount: unique('d-'), userName, userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?like=userName:${userName}`);
  await rowOf(page, userName).getByRole('button', { name: '删除' }).click();
  const dialog = page.getByRole('dialog', { name: `删除用户“${userName}”？` });
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, userName)).toBeVisible();

  await rowOf(page, userName).getByRole('button', { name: '删除' }).click();
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('已删除', { exact: true })).toBeVisible();
  await expect(page.getByText('没有符合条件的用户')).toBeVisible();
  expect(await api.find('sys/user', 'userName', userName)).toEqual([]);
});

test('deletes many users at once', async ({ openAsAdmin, api }) => {
  const name = unique('many-');
  for (const at of [1, 2, 3]) await api.save('sys/user', { userAccount: `${name}-${at}`, userName: `${name} ${at}`, userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?like=userName:${name}`);
  const toolbar = page.getByRole('toolbar', { name: '用户列表工具栏' });
  await expect(toolbar.getByRole('button', { name: '删除' })).toBeDisabled();
  await page.getByRole('checkbox', { name: `选择${name} 1` }).check();
  await page.getByRole('checkbox', { name: `选择${name} 3` }).check();
  await expect(toolbar).toContainText('已选 2 项');
  await toolbar.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog', { name: '删除选中的 2 个用户？' }).getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('已删除 2 条')).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(1);
  await expect(toolbar).not.toContainText('已选');
});

test('creates one user on a double click', async ({ openAsAdmin, api }) => {
  const account = unique('twice-');
  const page = await openAsAdmin('/sys/user/view/new');
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('姓名').fill('点了两下');
  await page.getByRole('button', { name: '保存' }).dblclick();
  await expect(page.getByRole('dialog', { name: '一次性密码' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(await api.find('sys/user', 'userAccount', account)).toHaveLength(1);
});

test('部门 offers those of the chosen 机构, is cleared with another, and without one names their 机构', async ({ openAsAdmin, api }) => {
  const deptName = unique('财务');
  const orgs = [unique('北方'), unique('南方')];
  for (const orgName of orgs) {
    const { id } = await api.save('sys/org', { orgName, orgCode: unique('o-') });
    await api.save('sys/dept', { deptName, sysOrgId: id });
  }
  const page = await openAsAdmin('/sys/user/view/new');
  const [org, dept] = [page.getByRole('combobox', { name: '机构' }), page.getByRole('combobox', { name: '部门' })];
  await dept.fill(deptName);
  for (const orgName of orgs) await expect(page.getByRole('treeitem', { name: `${deptName}（${orgName}）` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('treeitem', { name: deptName }).first()).toBeHidden();
  await org.fill(orgs[0] ?? '');
  await page.getByRole('treeitem', { name: orgs[0] ?? '' }).click();
  await dept.fill(deptName);
  await expect(page.getByRole('treeitem', { name: deptName })).toHaveCount(1);
  await page.getByRole('treeitem', { name: deptName }).click();
  const form = page.getByRole('region', { name: '用户信息' });
  await expect(form.getByText(deptName)).toBeVisible();
  await org.fill(orgs[1] ?? '');
  await page.getByRole('treeitem', { name: orgs[1] ?? '' }).click();
  await expect(form.getByText(deptName)).toBeHidden();
});
