import { expect, test } from '../support/journey.ts';
import { functionOf, accountWith, roleWith } from '../support/accounts.ts';
import { labelOf, rowOf } from '../support/press.ts';
import { openAs } from '../support/sign-in.ts';

test.use({ settings: { ROUTER_MODE: 'remote' } });

const list = '/sys/user/list';

test('every button of lists, rows and views follows its permission', async ({ page, api }) => {
  const [listed, viewed] = [await functionOf(api, 'sys/user/list'), await functionOf(api, 'sys/user/view')];
  const role = await roleWith(api, { [listed.id]: 'read', [viewed.id]: '' });
  const { account, password } = await accountWith(api, [role.id]);
  // Nobody deletes themselves, so the test views somebody else.
  const other = await accountWith(api, []);
  await openAs(page, account, password, list);
  const toolbar = page.getByRole('toolbar', { name: '用户列表工具栏' });
  for (const [words, buttons, row, view] of [
    ['read', [], ['查看'], []],
    ['read,add', ['新增'], ['查看'], ['编辑']],
    ['read,edit', [], ['查看', '编辑'], ['编辑']],
    ['read,delete', ['删除'], ['查看', '删除'], []],
    ['write', ['新增', '删除'], ['查看', '编辑', '删除'], ['编辑']],
    ['admin', ['新增', '删除'], ['查看', '编辑', '删除'], ['编辑']],
  ] as const) {
    const grants = [
      { id: listed.id, functionPermission: words },
      { id: viewed.id, functionPermission: '' },
    ];
    await api.call('POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, grants);
    await page.goto(`${list}?eq=userAccount:${other.account}`);
    await expect(toolbar.getByRole('button', { name: '刷新' })).toBeVisible();
    for (const name of ['新增', '删除'] as const)
      await expect(toolbar.getByRole('button', { name }), `${name} for ${words}`).toHaveCount(
        (buttons as readonly string[]).includes(name) ? 1 : 0,
      );
    await expect(rowOf(page, other.account).getByRole('cell').last().getByRole('button'), words).toHaveText([...row]);
    await page.goto(`/sys/user/view/${other.id}`);
    await expect(labelOf(page, '账号')).toBeVisible();
    const viewBar = page.getByRole('toolbar', { name: '用户工具栏' });
    await expect(viewBar.getByRole('button', { name: '编辑' }), words).toHaveCount(view.length);
    if (words !== 'write') continue;
    await viewBar.getByRole('button', { name: '编辑' }).click();
    await expect(viewBar.getByRole('button', { name: '预览' })).toBeVisible();
    await expect(viewBar.getByRole('button', { name: '保存' })).toBeVisible();
    await expect(viewBar.getByRole('button', { name: '编辑' })).toHaveCount(0);
  }
});

test('nobody is offered to delete admin or themselves, and only an administrator may edit admin', async ({
  openAsAdmin,
  otherPage,
  api,
}) => {
  const admin = await openAsAdmin('/sys/user/list?eq=userAccount:admin');
  await expect(rowOf(admin, 'admin').getByRole('button', { name: '编辑' })).toBeVisible();
  await expect(rowOf(admin, 'admin').getByRole('button', { name: '删除' })).toHaveCount(0);
  const [listed, viewed] = [await functionOf(api, 'sys/user/list'), await functionOf(api, 'sys/user/view')];
  const role = await roleWith(api, { [listed.id]: 'write', [viewed.id]: '' });
  const { account, password } = await accountWith(api, [role.id]);
  await openAs(otherPage, account, password, '/sys/user/list?eq=userAccount:admin');
  await expect(rowOf(otherPage, 'admin').getByRole('cell').last().getByRole('button')).toHaveText(['查看']);
  await otherPage.goto(`/sys/user/list?eq=userAccount:${account}`);
  await expect(rowOf(otherPage, account).getByRole('cell').last().getByRole('button')).toHaveText(['查看', '编辑']);
});

test('a row that is not editable offers neither edit nor delete', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/role/list?eq=roleCode:admin');
  await expect(rowOf(page, 'admin').getByRole('cell').last().getByRole('button')).toHaveText(['查看']);
});
